import { priceAboveMrp } from '@nashta/contracts/catalogue/mrp'
import { GRID_FIELDS, type ProductField } from '@nashta/contracts/catalogue/product-fields'
import { type GridRow, SAVED_ROWS_MAX } from '@nashta/contracts/catalogue/product-grid'
import { type FormInput, namesOf } from '@nashta/contracts/form-fields'
import { formatRupees, parseRupees, paiseToRupees, rupeesToPaise } from '@nashta/contracts/money'

/** The columns that operators edit, in the order of the table. */
export const COLUMNS = namesOf(GRID_FIELDS)
export type Column = (typeof COLUMNS)[number]

/** The contract's description of a column. */
export function fieldOf(column: Column): ProductField & FormInput {
  return GRID_FIELDS[column]
}

type Value = string | number | boolean | null

/** The texts of some cells of one row. */
type CellTexts = Partial<Record<Column, string>>

/** One edited row: the row before its edits, and the texts of the edited cells. */
export type RowEdit = { base: GridRow; texts: CellTexts }

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

/** Adds an edit of one cell to the edits of its row. */
export function withCell(edits: GridEdits, row: GridRow, column: Column, text: string): GridEdits {
  const { base, texts } = edits.get(row.products_id) ?? { base: row, texts: {} }
  return withRow(edits, base, { ...texts, [column]: text })
}

/**
 * Replaces the edits of one row. A text that `base` already has is no edit: if the price is 40 in
 * `base`, the text 40 is left out.
 */
function withRow(edits: GridEdits, base: GridRow, texts: CellTexts): GridEdits {
  const changedTexts: CellTexts = {}
  for (const column of COLUMNS) {
    const text = texts[column]
    if (text !== undefined && text !== cellText(base, column)) changedTexts[column] = text
  }
  if (Object.keys(changedTexts).length === 0) return withoutRow(edits, base.products_id)
  return new Map(edits).set(base.products_id, { base, texts: changedTexts })
}

function withoutRow(edits: GridEdits, products_id: string): GridEdits {
  const next = new Map(edits)
  next.delete(products_id)
  return next
}

/** Pastes the cells of a spreadsheet into the table. The first pasted cell goes to `topLeft`. */
export function withPasted(
  edits: GridEdits,
  rows: readonly GridRow[],
  topLeft: { rowIndex: number; column: Column },
  pasted: string,
): GridEdits {
  // Spreadsheets also end the last row with a line break.
  const lines = pasted.replace(/\r?\n$/, '').split(/\r?\n/)
  const firstColumn = COLUMNS.indexOf(topLeft.column)
  let next = edits
  for (const [lineIndex, line] of lines.entries()) {
    const row = rows[topLeft.rowIndex + lineIndex]
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
  if (fieldOf(column).kind !== 'flag') return text
  if (/^(?:yes|y|true|1)$/i.test(text)) return 'yes'
  if (/^(?:no|n|false|0)$/i.test(text)) return 'no'
  return text
}

type Parsed = { ok: true; value: Value } | { ok: false; message: string }

function parseCell(column: Column, text: string): Parsed {
  const { kind, label, rules } = fieldOf(column)
  if (kind === 'flag') {
    if (text === 'yes' || text === 'no') return { ok: true, value: text === 'yes' }
    return { ok: false, message: `${label} is yes or no` }
  }
  if (text === '' && !rules.isAlwaysStored) return { ok: true, value: null }
  if (kind === 'amount') {
    const paise = parseRupees(text.replace(/[₹,\s]/g, ''))
    if (paise !== null) return { ok: true, value: paiseToRupees(paise) }
    return { ok: false, message: 'An amount in rupees with at most two decimals' }
  }
  if (kind === 'count') {
    const number = text.replace(/[,\s]/g, '')
    // Nine digits are below STOCK_MAX, the most that the Shop API accepts.
    if (/^\d{1,9}$/.test(number)) return { ok: true, value: Number(number) }
    return { ok: false, message: 'A whole number, or nothing' }
  }
  const error = rules.schema.safeParse(text).error
  return error ? { ok: false, message: error.issues[0]?.message ?? '' } : { ok: true, value: text }
}

/** Why the text of a cell cannot be saved; null when it can, or is not edited. */
export function cellError(edit: RowEdit, column: Column): string | null {
  const text = edit.texts[column]
  if (text === undefined) return null
  const parsed = parseCell(column, text)
  if (!parsed.ok) return parsed.message
  if (column !== 'price' && column !== 'mrp') return null
  return priceAboveMrp({ price: valueAfter(edit, 'price'), mrp: valueAfter(edit, 'mrp') })
}

/** The value that a save would store; undefined for a text with an error. */
function valueAfter({ base, texts }: RowEdit, column: Column): Value | undefined {
  const text = texts[column]
  if (text === undefined) return base[column]
  const parsed = parseCell(column, text)
  return parsed.ok ? parsed.value : undefined
}

type CellChange = { column: Column; from: string; to: string; error: string | null }
export type RowChange = { row: GridRow; cells: CellChange[] }

/** The differences that a save would make, for the preview. */
export function rowChanges(edits: GridEdits): RowChange[] {
  return Array.from(edits.values(), (edit) => ({
    row: edit.base,
    cells: COLUMNS.flatMap((column): CellChange[] => {
      const text = edit.texts[column]
      if (text === undefined) return []
      const parsed = parseCell(column, text)
      return [
        {
          column,
          from: formatValue(column, edit.base[column]),
          to: parsed.ok ? formatValue(column, parsed.value) : text,
          error: cellError(edit, column),
        },
      ]
    }),
  }))
}

/**
 * The rows that a save sends, with the values of the edited cells. A text with an error is left
 * out. The preview disables its Save button while a text has an error.
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
 * The edits that undo the save of `savedEdits`. Example: the save changed a price from 40 to 45.
 * Then the `base` of the undo is the saved row, with the price 45, and the text is 40.
 */
export function editsThatUndo(savedEdits: GridEdits, savedRows: readonly GridRow[]): GridEdits {
  let undo: GridEdits = new Map()
  for (const row of savedRows) {
    const edit = savedEdits.get(row.products_id)
    if (!edit) continue
    const oldTexts: CellTexts = {}
    for (const column of COLUMNS) {
      if (edit.texts[column] !== undefined) oldTexts[column] = cellText(edit.base, column)
    }
    undo = withRow(undo, row, oldTexts)
  }
  return undo
}

/** The edits of each call of a save. */
export function callsOfSave(edits: GridEdits): GridEdits[] {
  const rows = [...edits]
  const calls = Math.ceil(rows.length / SAVED_ROWS_MAX)
  return Array.from({ length: calls }, (_, call) => {
    const start = call * SAVED_ROWS_MAX
    return new Map(rows.slice(start, start + SAVED_ROWS_MAX))
  })
}

/**
 * The Shop API's result for one row of a save. `row` is the row as stored after the save; absent
 * when the product was removed.
 */
export type RowResult = { products_id: string; result: string; row?: GridRow | undefined }

/** True also for an unknown result, which a newer server may send. */
export function isRowRefused({ result }: RowResult): boolean {
  return result !== 'saved' && result !== 'unchanged'
}

/**
 * The edits that stay after a save. The operator may have typed while the save was in flight, so
 * `edits` can differ from `sentEdits`.
 * - A saved row keeps only the texts that were typed after the save was sent.
 * - A refused row keeps all its texts.
 * - A removed product loses its edits.
 */
export function editsAfterSave(
  edits: GridEdits,
  sentEdits: GridEdits,
  results: readonly RowResult[],
): GridEdits {
  let next = edits
  for (const result of results) {
    const { products_id, row } = result
    const edit = edits.get(products_id)
    const sentEdit = sentEdits.get(products_id)
    if (!sentEdit) continue
    next = withoutRow(next, products_id)
    const isProductRemoved = row === undefined
    if (isProductRemoved) continue
    const textsToKeep = isRowRefused(result) ? (edit?.texts ?? {}) : textsTypedSince(sentEdit, edit)
    // With the stored row as the base, the next save sends the row's current version.
    next = withRow(next, row, textsToKeep)
  }
  return next
}

/** The texts that were typed into a row after `sentEdit` was sent. `edit` is the row's edit now. */
function textsTypedSince(sentEdit: RowEdit, edit: RowEdit | undefined): CellTexts {
  const typed: CellTexts = {}
  for (const column of COLUMNS) {
    const uneditedText = cellText(sentEdit.base, column)
    const sentText = sentEdit.texts[column] ?? uneditedText
    const currentText = edit?.texts[column] ?? uneditedText
    if (currentText !== sentText) typed[column] = currentText
  }
  return typed
}

/** The edits that stay after an undo. It sends none of the typed texts, so all of them stay, over the restored rows. */
export function editsAfterUndo(edits: GridEdits, results: readonly RowResult[]): GridEdits {
  let next = edits
  for (const { products_id, row } of results) {
    const edit = edits.get(products_id)
    // With the restored row as the base, the next save sends the row's current version.
    if (edit && row) next = withRow(next, row, edit.texts)
  }
  return next
}

/** Formats the value of a cell for the preview and for messages. */
export function formatValue(column: Column, value: Value): string {
  const { kind, absent = 'none' } = fieldOf(column)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === null) return absent
  return kind === 'amount' && typeof value === 'number' ? formatRupees(rupeesToPaise(value)) : String(value)
}
