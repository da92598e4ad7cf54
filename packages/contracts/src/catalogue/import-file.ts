import type * as z from 'zod/mini'
import type { ReplyTo } from '../api/endpoint.ts'
import { readCsv, UnreadableFile } from '../files/read-csv.ts'
import { IMPORT_ROWS_MAX, type importProducts } from './import-products.ts'
import { headerProblem, ID_COLUMN } from './product-file.ts'
import { UNDO_PRODUCTS_MAX, type undoProducts } from './undo-products.ts'

type Body = z.output<typeof importProducts.body>
type ImportedRow = ReplyTo<typeof importProducts>['data']['rows'][number]

type ImportProblem = { row: number; column: string; message: string }

/** What an import has done, or what it would do. */
export type ImportReport = {
  rows: number
  added: number
  changed: number
  same: number
  refused: number
  /** The first problems. `refused` counts all rows with a problem. */
  problems: readonly ImportProblem[]
  /** The first changed products with their columns. */
  changes: readonly { row: number; products_id: string; columns: readonly string[] }[]
}

const PROBLEMS_SHOWN_MAX = 500
const CHANGES_SHOWN_MAX = 100
/** A request may have 64 KiB. The rest is for the header row and the JSON around the rows. */
const BATCH_BYTES_MAX = 48_000

type ImportOptions = {
  bytes: AsyncIterable<Uint8Array>
  isDryRun: boolean
  /** Checks or saves a batch of rows. */
  send: (body: Body) => Promise<readonly ImportedRow[]>
  onProgress?: (report: ImportReport) => void
  /** A row was saved. */
  onSaved?: (change: SavedChange) => void
}

/** An addition or a change of a product, as `undoProducts` takes it. */
export type SavedChange = { products_id: string; at: string }

/**
 * Reads a file of products and sends its rows in batches, so that neither side holds the whole file. An
 * import that was cut off can be started again: rows that were saved already count as `same`. Throws
 * `UnreadableFile` when the file is no table of products.
 */
export async function importFile({
  bytes,
  isDryRun,
  send,
  onProgress = () => {},
  onSaved = () => {},
}: ImportOptions): Promise<ImportReport> {
  const report = {
    rows: 0,
    added: 0,
    changed: 0,
    same: 0,
    refused: 0,
    problems: [] as ImportProblem[],
    changes: [] as ImportReport['changes'][number][],
  }
  const rowOfProduct = new Map<string, number>()
  let header: string[] | null = null
  let batch: Body['rows'] = []
  let batchBytes = 0

  function add({ row, result, products_id, columns = [], problems = [] }: ImportedRow) {
    report.rows += 1
    report[result] += 1
    if (result === 'changed' && report.changes.length < CHANGES_SHOWN_MAX)
      report.changes.push({ row, products_id: products_id ?? '', columns })
    for (const problem of problems)
      if (report.problems.length < PROBLEMS_SHOWN_MAX) report.problems.push({ row, ...problem })
  }

  function refuse(row: number, column: string, message: string) {
    add({ row, result: 'refused', problems: [{ column, message }] })
  }

  async function flush() {
    if (header === null || batch.length === 0) return
    const rows = batch
    batch = []
    batchBytes = 0
    for (const result of await send({ isDryRun, header, rows })) {
      add(result)
      const { products_id, at } = result
      if (products_id !== undefined && at !== undefined) onSaved({ products_id, at })
    }
    onProgress({ ...report, problems: [...report.problems], changes: [...report.changes] })
  }

  for await (const { row, cells } of readCsv(bytes)) {
    if (header === null) {
      header = cells.map((cell) => cell.trim())
      while (header.at(-1) === '') header.pop()
      const problem = headerProblem(header)
      if (problem !== null) throw new UnreadableFile(problem)
      continue
    }
    if (cells.slice(header.length).some((cell) => cell !== '')) {
      refuse(row, '', `The row has ${cells.length} cells, and the first row names ${header.length} columns`)
      continue
    }
    const product = productOf(header, cells)
    const earlierRow = rowOfProduct.get(product)
    if (earlierRow !== undefined) {
      refuse(row, '', `Row ${earlierRow} is about this product already`)
      continue
    }
    rowOfProduct.set(product, row)
    const sent = { row, cells: cells.slice(0, header.length) }
    const size = new TextEncoder().encode(JSON.stringify(sent)).length
    if (batch.length === IMPORT_ROWS_MAX || batchBytes + size > BATCH_BYTES_MAX) await flush()
    batch.push(sent)
    batchBytes += size
  }
  if (header === null) throw new UnreadableFile('The file is empty')
  await flush()
  return report
}

type UndoOptions = {
  saved: readonly SavedChange[]
  send: (changes: SavedChange[]) => Promise<ReplyTo<typeof undoProducts>['data']['rows']>
  onProgress?: (rows: number) => void
}

/** What an undo of an import has done. `kept` are the products that stay as they are now, and why. */
export type UndoReport = { undone: number; kept: { products_id: string; message: string }[] }

/** Undoes what an import has saved, the latest row first. Safe to repeat. */
export async function undoImport({ saved, send, onProgress = () => {} }: UndoOptions): Promise<UndoReport> {
  const report: UndoReport = { undone: 0, kept: [] }
  const latestFirst = saved.toReversed()
  for (let start = 0; start < latestFirst.length; start += UNDO_PRODUCTS_MAX) {
    for (const { products_id, isUndone, message = '' } of await send(
      latestFirst.slice(start, start + UNDO_PRODUCTS_MAX),
    ))
      if (isUndone) report.undone += 1
      else report.kept.push({ products_id, message })
    onProgress(report.undone + report.kept.length)
  }
  return report
}

/** Identifies the product of a row: its id, or its name and pack. */
function productOf(header: readonly string[], cells: readonly string[]): string {
  const cellOf = (column: string) => cells[header.indexOf(column)]?.trim() ?? ''
  return cellOf(ID_COLUMN) || `${cellOf('name')}\n${cellOf('packLabel')}`
}
