/** What a spreadsheet would run, if it is not a number. */
const FORMULA = /^(\s*[=+\-@＝＋－＠]|\t)/
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/**
 * Reads a file as spreadsheets do that separate cells by this character: a quote counts where a cell
 * begins, text behind its end is added, and a line break ends the row unless it is between quotes.
 */
export function readAsSpreadsheet(text: string, separator: string): { rows: string[][]; formulas: string[] } {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  let isBegin = true
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
    isBegin = true
  }
  const letters = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (letters[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
      continue
    }
    if (letter === '"' && isBegin) isQuoted = true
    else if (letter === separator) {
      endCell()
      continue
    } else if (letter === '\n' || letter === '\r') {
      endCell()
      rows.push([])
      continue
    } else cell += letter
    isBegin = false
  }
  if (cell !== '' || !isBegin) endCell()
  const cells = rows.flat()
  return { rows, formulas: cells.filter((each) => FORMULA.test(each) && !NUMBER.test(each)) }
}
