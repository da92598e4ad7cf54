import type { GridRow } from '@nashta/contracts/catalogue/product-grid'
import { formatRupees, parseRupees, paiseToRupees, rupeesToPaise } from '@nashta/contracts/money'

/** The columns that operators edit, in the order of the table. */
export const COLUMNS = ['price', 'mrp', 'stock', 'lowStockLevel', 'published'] as const
export type Column = (typeof COLUMNS)[number]

export const COLUMN_LABELS: Record<Column, string> = {
  price: 'Price ₹',
  mrp: 'MRP ₹',
  stock: 'Stock',
  lowStockLevel: 'Low at',
  published: 'Published',
}

type Value = number | boolean | null

/** The texts that were typed into one row, and the row before its first edit. */
type RowEdit = { base: GridRow; texts: Partial<Record<Column, string>> }

/** The edited rows, by `products_id`. */
export type GridEdits = ReadonlyMap<string, RowEdit>

/** The name of a row in labels and messages. Packs of a family can have the same product name. */
export function nameOf({ name, packLabel }: GridRow): string {
  return packLabel ? `${name}, ${packLabel}` : name
}

/** The text in the cell before it is edited. */
export function cellText(row: GridRow, column: Column): string {
  const value = row[column]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null ? '' : String(value)
}

/** Adds an edit of one cell. A text equal to the value before the edits removes the cell's edit. */
export function withCell(edits: GridEdits, row: GridRow, column: Column, text: string): GridEdits {
  const base = edits.get(row.products_id)?.base ?? row
  const texts = { ...edits.get(row.products_id)?.texts, [column]: text }
  if (text === cellText(base, column)) delete texts[column]
  const next = new Map(edits)
  if (Object.keys(texts).length === 0) next.delete(row.products_id)
  else next.set(row.products_id, { base, texts })
  return next
}

/** Pastes the cells of a spreadsheet into the table, from one cell to the right and downwards. */
export function withPasted(
  edits: GridEdits,
  rows: readonly GridRow[],
  { rowIndex, column }: { rowIndex: number; column: Column },
  pasted: string,
): GridEdits {
  // Spreadsheets also end the last row with a line break.
  const lines = pasted.replace(/\r?\n$/, '').split(/\r?\n/)
  const firstColumn = COLUMNS.indexOf(column)
  let next = edits
  for (const [lineIndex, line] of lines.entries()) {
    const row = rows[rowIndex + lineIndex]
    if (!row) break
    for (const [cellIndex, text] of line.split('\t').entries()) {
      const target = COLUMNS[firstColumn + cellIndex]
      if (target) next = withCell(next, row, target, normalise(target, text.trim()))
    }
  }
  return next
}

/** Turns the spellings of spreadsheets in a yes-or-no column, such as TRUE, into `yes` or `no`. */
function normalise(column: Column, text: string) {
  if (column !== 'published') return text
  if (/^(?:yes|y|true|1)$/i.test(text)) return 'yes'
  if (/^(?:no|n|false|0)$/i.test(text)) return 'no'
  return text
}

type Parsed = { ok: true; value: Value } | { ok: false; message: string }

export function parseCell(column: Column, text: string): Parsed {
  if (column === 'published') {
    if (text === 'yes' || text === 'no') return { ok: true, value: text === 'yes' }
    return { ok: false, message: 'Published is yes or no' }
  }
  if (text === '' && column !== 'price') return { ok: true, value: null }
  if (column === 'price' || column === 'mrp') {
    const paise = parseRupees(text.replace(/[₹,\s]/g, ''))
    if (paise !== null) return { ok: true, value: paiseToRupees(paise) }
    return { ok: false, message: 'An amount in rupees with at most two decimals' }
  }
  const number = text.replace(/[,\s]/g, '')
  // Nine digits are below STOCK_MAX, the most that the Shop API accepts.
  if (/^\d{1,9}$/.test(number)) return { ok: true, value: Number(number) }
  return { ok: false, message: 'A whole number, or nothing' }
}

type CellChange = { column: Column; from: string; to: string; error: string | null }
export type RowChange = { row: GridRow; cells: CellChange[] }

/** The differences that a save would make, for the preview. */
export function rowChanges(edits: GridEdits): RowChange[] {
  return Array.from(edits.values(), ({ base, texts }) => ({
    row: base,
    cells: COLUMNS.flatMap((column): CellChange[] => {
      const text = texts[column]
      if (text === undefined) return []
      const parsed = parseCell(column, text)
      return [
        {
          column,
          from: formatValue(column, base[column]),
          to: parsed.ok ? formatValue(column, parsed.value) : text,
          error: parsed.ok ? null : parsed.message,
        },
      ]
    }),
  }))
}

/**
 * The rows to send when the edits are saved. Cells with an error are left out. The preview offers
 * no save while there are any.
 */
export function rowsToSave(edits: GridEdits) {
  return Array.from(edits.values(), ({ base, texts }) => ({
    products_id: base.products_id,
    version: base.version,
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([column, text]) => {
        const parsed = parseCell(column as Column, text)
        return parsed.ok ? [[column, parsed.value]] : []
      }),
    ),
  }))
}

/**
 * The edits that undo the save of `edits`. They have the values before the save, and the versions
 * that the rows have after it.
 */
export function editsThatUndo(edits: GridEdits, savedRows: readonly GridRow[]): GridEdits {
  let undo: GridEdits = new Map()
  for (const row of savedRows) {
    const edit = edits.get(row.products_id)
    for (const column of COLUMNS) {
      if (edit?.texts[column] !== undefined) undo = withCell(undo, row, column, cellText(edit.base, column))
    }
  }
  return undo
}

/**
 * The result for one row of a save, whether it was saved or refused. `row` is the current row;
 * absent when the product was removed.
 */
export type RowResult = { products_id: string; result: string; row?: GridRow | undefined }

export function isRowRefused({ result }: RowResult): boolean {
  return result !== 'saved' && result !== 'unchanged'
}

/**
 * The edits that stay after `sentEdits` were saved: those of refused rows, and those that were
 * typed since the save began. They get the current version of their row, so that the operator can
 * save them again. Edits of a removed product are dropped.
 */
export function editsAfterSave(
  edits: GridEdits,
  sentEdits: GridEdits,
  results: readonly RowResult[],
): GridEdits {
  let next = edits
  for (const result of results) {
    const { products_id, row } = result
    const sent = sentEdits.get(products_id)
    const edit = edits.get(products_id)
    // The row's edit is removed first, so that `withCell` makes `row` the base of the new edit.
    next = withoutRow(next, products_id)
    if (!sent || !row) continue
    for (const column of COLUMNS) {
      const text = isRowRefused(result) ? edit?.texts[column] : textTypedSince(sent, edit, column)
      if (text !== undefined) next = withCell(next, row, column, text)
    }
  }
  return next
}

function withoutRow(edits: GridEdits, products_id: string): GridEdits {
  const next = new Map(edits)
  next.delete(products_id)
  return next
}

/** The current text of a cell; undefined when the cell has the same text as in `sent`. */
function textTypedSince(sent: RowEdit, edit: RowEdit | undefined, column: Column): string | undefined {
  // A cell without an edit has the text from before the save.
  const textIn = (of: RowEdit | undefined) => of?.texts[column] ?? cellText(sent.base, column)
  return textIn(edit) === textIn(sent) ? undefined : textIn(edit)
}

/**
 * The edits that stay after a save was undone: all that differ from the restored values. They get
 * the version that their row has after the undo.
 */
export function editsAfterUndo(edits: GridEdits, results: readonly RowResult[]): GridEdits {
  let next = edits
  for (const { products_id, row } of results) {
    const edit = edits.get(products_id)
    if (!edit || !row) continue
    next = new Map(next).set(products_id, { ...edit, base: row })
    // `withCell` removes each edit whose text is equal to the restored value.
    for (const column of COLUMNS) {
      const text = edit.texts[column]
      if (text !== undefined) next = withCell(next, row, column, text)
    }
  }
  return next
}

/** Formats the value of a cell for the preview and for messages. */
export function formatValue(column: Column, value: Value): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === null) return column === 'stock' ? 'unlimited' : 'none'
  return column === 'price' || column === 'mrp' ? formatRupees(rupeesToPaise(value)) : String(value)
}
