import { PRODUCT_FIELDS, type ProductField } from '@nashta/contracts/catalogue/product-fields'
import {
  type FileColumn,
  FILE_COLUMNS,
  FILE_HEADER,
  ID_COLUMN,
  parseCell,
  toCell,
  VERSION_COLUMN,
} from '@nashta/contracts/catalogue/product-file'
import {
  type CreateProductBody,
  createProductSchema,
  type UpdateProductBody,
  updateProductSchema,
} from '@nashta/contracts/catalogue/product-input'
import type { ShelfIndex } from '@nashta/contracts/storefront/shelf-rules'
import { contentHash } from '@nashta/service-kit/responses/representation'
import * as z from 'zod/mini'
import { newProductId } from '../admin/write-products.ts'
import type { ProductRecord } from '../product-store.ts'
import { isPublished, productVersion, toDeskProduct, versionExceptStock } from '../product.ts'

/** The cells of a product in the order of `FILE_HEADER`. */
export function productToCells(product: ProductRecord, shelves: ShelfIndex): string[] {
  const cells = cellsOf(product, shelves)
  return FILE_HEADER.map((name) => cells.get(name) ?? '')
}

function cellsOf(product: ProductRecord, shelves: ShelfIndex): Map<string, string> {
  const shown = toDeskProduct(product, shelves)
  const values = {
    ...shown,
    categories: shown.categories ?? [shown.category],
    published: isPublished(product),
  }
  return new Map([
    [ID_COLUMN, product.products_id],
    ['id', product.id ?? ''],
    ...FILE_COLUMNS.map((column): [string, string] => [column.name, toCell(column, values)]),
    // The stock is told apart, because every sale changes it.
    [VERSION_COLUMN, `${versionExceptStock(product)}.${product.stock ?? ''}`],
  ])
}

type RowProblem = { column: string; message: string }

/** What a row of a file means for the product that it is about. */
export type DecidedRow =
  | { kind: 'add'; productsId: string; body: CreateProductBody }
  | {
      kind: 'change'
      productsId: string
      body: UpdateProductBody
      columns: string[]
      /** The version that the product must still have. */
      seen: string
      /** Why the change is refused, unless the product is already as the row says. */
      conflict?: RowProblem
    }
  | { kind: 'same'; productsId: string }
  | { kind: 'refused'; problems: RowProblem[] }

/** Cells that the row lacks at its end change nothing: spreadsheets leave out empty ones. */
export type FileRow = ReadonlyMap<string, string>

export function fileRow(header: readonly string[], cells: readonly string[]): FileRow {
  return new Map(cells.map((cell, index) => [header[index] ?? '', cell]))
}

/**
 * The id of the product that a row is about. A row without one gets an id that follows from its name
 * and pack, so that the same file can be imported again.
 */
export function productIdOf(row: FileRow): string {
  const id = row.get(ID_COLUMN)?.trim() ?? ''
  if (id !== '') return id
  const name = row.get('name')?.trim() ?? ''
  return newProductId(
    name,
    contentHash(JSON.stringify([name, row.get('packLabel')?.trim() ?? '']))
      .slice(0, 8)
      .toLowerCase(),
  )
}

/** `current` is the product of `productIdOf`, or null when there is none. */
export function decideRow(row: FileRow, current: ProductRecord | null, shelves: ShelfIndex): DecidedRow {
  return current ? decideChange(row, current, shelves) : decideAddition(row)
}

function decideAddition(row: FileRow): DecidedRow {
  const productsId = productIdOf(row)
  const second = row.get('id')?.trim() ?? ''
  const values: Record<string, unknown> = { products_id: productsId, ...(second !== '' && { id: second }) }
  for (const [field, columns] of COLUMNS_BY_FIELD) {
    const value = valueOf(columns, row)
    if (value !== undefined) values[field] = value
  }
  const result = z.safeParse(createProductSchema, values)
  if (!result.success) return { kind: 'refused', problems: problemsOf(result.error.issues, row) }
  return { kind: 'add', productsId, body: result.data }
}

function decideChange(row: FileRow, current: ProductRecord, shelves: ShelfIndex): DecidedRow {
  const productsId = current.products_id
  const before = cellsOf(current, shelves)
  const [seenVersion, seenStock] = splitVersion(row.get(VERSION_COLUMN))
  const isEdited = ({ name }: FileColumn) => {
    const cell = row.get(name)
    if (cell === undefined || cell === before.get(name)) return false
    // A stock that is still the exported one was not edited, however many were sold since.
    return name !== 'stock' || cell.trim() !== seenStock
  }
  const columns = FILE_COLUMNS.filter(isEdited)
  const fixed = row.get('id')?.trim()
  if (fixed !== undefined && fixed !== '' && fixed !== current.id && fixed !== productsId)
    return {
      kind: 'refused',
      problems: [{ column: 'id', message: 'The second id of a product cannot be changed' }],
    }
  if (columns.length === 0) return { kind: 'same', productsId }

  const values: Record<string, unknown> = {}
  for (const field of new Set(columns.map((column) => column.field))) {
    const all = COLUMNS_BY_FIELD.get(field) ?? []
    const cells = new Map(all.map(({ name }) => [name, row.get(name) ?? before.get(name) ?? '']))
    const value = valueOf(all, cells) ?? emptyValue(field)
    if (value !== undefined) values[field] = value
  }
  const result = z.safeParse(updateProductSchema, values)
  if (!result.success) return { kind: 'refused', problems: problemsOf(result.error.issues, row) }

  const setsStock = columns.some(({ name }) => name === 'stock')
  const body = result.data
  return {
    kind: 'change',
    productsId,
    body: body.images ? { ...body, imageKeys: keysOf(body.images, current) } : body,
    columns: columns.map(({ name }) => name),
    seen: setsStock ? productVersion(current) : versionExceptStock(current),
    ...conflictOf(current, { seenVersion, ...(setsStock && { seenStock }) }),
  }
}

type Seen = { seenVersion?: string | undefined; seenStock?: string | undefined }

function conflictOf(current: ProductRecord, { seenVersion, seenStock }: Seen): { conflict?: RowProblem } {
  const stock = String(current.stock ?? '')
  if (seenVersion !== undefined && seenVersion !== versionExceptStock(current)) {
    const message = 'Somebody has changed this product since the file was exported. Export it again'
    return { conflict: { column: '', message } }
  }
  if (seenStock === undefined || seenStock === stock) return {}
  const message = `The stock was ${seenStock || 'not counted'} in the file and is ${stock || 'not counted'} now`
  return { conflict: { column: 'stock', message } }
}

/** Absent in a file without versions. */
function splitVersion(cell = ''): [version?: string, stock?: string] {
  const [version = '', stock = ''] = cell.trim().split('.')
  return version === '' ? [] : [version, stock]
}

/** The pictures that the product had already keep their keys. */
function keysOf(images: readonly string[], { images: before, imageKeys }: ProductRecord): string[] {
  return images.map((url) => imageKeys[before.indexOf(url)] ?? '')
}

const FIELDS = new Map(Object.entries<ProductField>(PRODUCT_FIELDS))
const COLUMNS_BY_FIELD = Map.groupBy(FILE_COLUMNS, ({ field }) => field)

/** The value of a field in a row; undefined if all its cells are empty. */
function valueOf(columns: readonly FileColumn[], row: FileRow): unknown {
  const given = columns.flatMap((column): [string, unknown][] => {
    const cell = row.get(column.name) ?? ''
    if (cell.trim() !== '') return [[column.part ?? '', parseCell(column, cell)]]
    return []
  })
  const [first] = given
  if (!first) return undefined
  if (columns[0]?.part === undefined) return first[1]
  const lists = columns.filter(({ hasNone }) => hasNone).map(({ part = '' }): [string, unknown] => [part, []])
  return Object.fromEntries([...lists, ...given])
}

/** What an empty cell sets a field to: nothing, or what a new product has. */
function emptyValue(field: string): unknown {
  const { rules, kind } = FIELDS.get(field) ?? {}
  if (!rules) return undefined
  if (z.safeParse(rules.update, null).success) return null
  const initial = z.safeParse(rules.create, undefined)
  if (initial.success && initial.data !== undefined) return initial.data
  if (kind === 'list') return []
  // The schema says what is missing.
  return rules.isAlwaysStored ? '' : undefined
}

type Issue = { path: readonly PropertyKey[]; message: string }

/** One problem for each column, in plain words. */
function problemsOf(issues: readonly Issue[], row: FileRow): RowProblem[] {
  const problems = new Map<string, string>()
  for (const { path, message } of issues) {
    const [field = '', part] = path.map(String)
    const columns = COLUMNS_BY_FIELD.get(field)
    const column = columns?.find((each) => each.part === part) ?? columns?.[0]
    const name = column?.name ?? field
    if (!problems.has(name)) problems.set(name, column ? plainMessage(column, row, message) : message)
  }
  return [...problems].map(([column, message]) => ({ column, message }))
}

/** The schemas of parts have no texts of their own, and the library's are not for sellers. */
const TECHNICAL = /^(?:Invalid|Too |Unrecognized)/

function plainMessage({ name, label, input }: FileColumn, row: FileRow, message: string): string {
  const cell = row.get(name)?.trim() ?? ''
  if (cell === '') return `${label} is missing`
  if (!TECHNICAL.test(message)) return message
  if ('choices' in input && input.choices) return `${label} is one of ${input.choices.join(', ')}`
  return `${label} cannot be “${cell.slice(0, 40)}”`
}
