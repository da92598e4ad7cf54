/**
 * Matches where a formula would begin. A spreadsheet runs a cell as a formula if it begins with one of
 * = + - @ or their full-width forms, also behind quotes and spaces. A spreadsheet that separates cells by
 * semicolons or tabs begins a new cell behind each of them and behind a line break, also inside one of
 * our cells.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=["' ]*[=+\-@\t\r＝＋－＠])/g
/** Matches the `'` of `guardCell` before the beginning of a formula. */
const GUARDED = /(?<=^|[;\t\r\n])'(?=["' ]*[=+\-@\t\r＝＋－＠])/g

/** The text with a `'` before everything that a spreadsheet would run as a formula. */
export function guardCell(text: string): string {
  return text.replace(FORMULA, "'")
}

/** Takes back what `guardCell` has done. */
export function unguardCell(text: string): string {
  return text.replace(GUARDED, '')
}
