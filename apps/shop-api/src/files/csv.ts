export type Cell = string | number

/** Spreadsheets run a text that begins like this as a formula. */
const LIKE_A_FORMULA = /^'*[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/
/** Without this mark, spreadsheets read UTF-8 as something else. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A file as RFC 4180 describes it. Texts that a spreadsheet would run are written with a `'` before them. */
export function writeCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + [header, ...rows].map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')
}

function writeCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = LIKE_A_FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
