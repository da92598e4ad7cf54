/** What a spreadsheet would run, if it is not a number. */
const FORMULA = /^(\s*[=+\-@＝＋－＠]|\t)/
const NUMBER = /^[+-]?\d+(\.\d+)?$/

/**
 * Reads a file as a spreadsheet does that separates cells by this character. A quote begins quoted text
 * only at the start of a cell. Text behind the closing quote belongs to the cell. A line break ends the
 * row unless it is quoted.
 */
export function readAsSpreadsheet(text: string, separator: string): { rows: string[][]; formulas: string[] } {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  let isCellStart = true
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
    isCellStart = true
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
    if (letter === '"' && isCellStart) isQuoted = true
    else if (letter === separator) {
      endCell()
      continue
    } else if (letter === '\n' || letter === '\r') {
      endCell()
      rows.push([])
      continue
    } else cell += letter
    isCellStart = false
  }
  if (cell !== '' || !isCellStart) endCell()
  const cells = rows.flat()
  return { rows, formulas: cells.filter((each) => FORMULA.test(each) && !NUMBER.test(each)) }
}
