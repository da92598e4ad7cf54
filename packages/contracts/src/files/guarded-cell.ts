/**
 * Spreadsheets run a text that begins like this as a formula. Those that separate cells by semicolons or
 * tabs find such a beginning behind each of these and behind a line break, also within a cell of ours. The
 * wide signs are those of some keyboards.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=["' ]*[=+\-@\t\r＝＋－＠])/g
const GUARDED = /(?<=^|[;\t\r\n])'(?=["' ]*[=+\-@\t\r＝＋－＠])/g

/** The text as a CSV has it: with a `'` before what a spreadsheet would run. */
export function guardCell(text: string): string {
  return text.replace(FORMULA, "'")
}

/** Takes back what `guardCell` has done. */
export function unguardCell(text: string): string {
  return text.replace(GUARDED, '')
}
