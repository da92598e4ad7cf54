import { setImmediate as nextTurn } from 'node:timers/promises'
import { guardCell } from '@nashta/contracts/files/guarded-cell'

export type Cell = string | number

type Row = readonly Cell[]

const NEEDS_QUOTES = /[",\r\n]/
/** Without this mark, spreadsheets read UTF-8 as something else. */
const BYTE_ORDER_MARK = '\uFEFF'
/** About so many characters are written at a time. Visitors are served in between. */
const PIECE_LENGTH = 32_000

/**
 * A file as RFC 4180 describes it. Texts that a spreadsheet would run are written with a `'` before them.
 * Without a header it is a further part of a file.
 */
export function writeCsv(header: readonly string[] | null, rows: readonly Row[]): string {
  return (header ? BYTE_ORDER_MARK + writeRow(header) : '') + rows.map(writeRow).join('')
}

/** The file of `writeCsv`, in pieces, for rows that are read while it is sent. */
export async function* writeCsvInPieces(
  header: readonly string[],
  rows: AsyncIterable<Row>,
): AsyncGenerator<string> {
  let piece = BYTE_ORDER_MARK + writeRow(header)
  for await (const row of rows) {
    piece += writeRow(row)
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
    await nextTurn()
  }
  if (piece !== '') yield piece
}

function writeRow(row: Row): string {
  return `${row.map(writeCell).join(',')}\r\n`
}

function writeCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = guardCell(cell)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
