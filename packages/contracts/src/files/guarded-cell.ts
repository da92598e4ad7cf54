/** Spreadsheets run a text that begins like this as a formula. */
const LIKE_A_FORMULA = /^'*[=+\-@\t\r]/
const GUARDED = /^'+[=+\-@\t\r]/

/** The text as a CSV has it: with a `'` before what a spreadsheet would run. */
export function guardCell(text: string): string {
  return LIKE_A_FORMULA.test(text) ? `'${text}` : text
}

/** Takes back what `guardCell` has done. */
export function unguardCell(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text
}
