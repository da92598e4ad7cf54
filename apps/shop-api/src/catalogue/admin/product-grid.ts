import { categoriesOf } from '@nashta/contracts/catalogue/categories'
import { foldText } from '@nashta/contracts/catalogue/fold-text'
import { GRID_FIELDS } from '@nashta/contracts/catalogue/product-fields'
import { type GridResult, type GridRow, gridRowSchema } from '@nashta/contracts/catalogue/product-grid'
import type { gridChangeSchema } from '@nashta/contracts/catalogue/product-input'
import { namesOf } from '@nashta/contracts/form-fields'
import type { ShelfIndex } from '@nashta/contracts/storefront/shelf-rules'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/service-error'
import * as z from 'zod/mini'
import type { ProductRecord, ProductStore } from '../product-store.ts'
import { isPublished, productVersion, toDeskProduct, versionExceptStock } from '../product.ts'
import { updateProduct, type WriteProductsDeps } from './write-products.ts'

type GridQuery = {
  search?: string | undefined
  category?: string | undefined
  show?: 'published' | 'drafts' | 'low stock' | undefined
  limit: number
  cursor?: string | undefined
}

export async function readGrid({ products, shelves }: WriteProductsDeps, query: GridQuery) {
  const index = await shelves.read()
  const all = await products.listWithDrafts()
  // The product of the cursor may no longer match the query, so it is looked up among all products.
  const start = query.cursor === undefined ? 0 : indexAfter(all, query.cursor)
  const isMatching = (product: ProductRecord) => matches(product, query, index)
  const rest = all.slice(start).filter(isMatching)
  const shown = rest.slice(0, query.limit)
  return {
    rows: shown.map((product) => toGridRow(product, index)),
    total: all.filter(isMatching).length,
    nextCursor: rest.length > shown.length ? (shown.at(-1)?.products_id ?? null) : null,
  }
}

type GridChange = z.output<typeof gridChangeSchema>
export type ChangedRow = GridChange & { products_id: string; version: string }

/**
 * Saves each row by itself. A row that breaks a rule or was changed meanwhile is refused, and the
 * other rows are saved.
 */
export async function saveGrid(deps: WriteProductsDeps, caller: Caller, rows: readonly ChangedRow[]) {
  const results = []
  for (const row of rows) results.push(await saveRow(deps, caller, row))
  return { results }
}

type RowResult = { products_id: string; result: GridResult; message?: string; row?: GridRow }

async function saveRow(
  deps: WriteProductsDeps,
  caller: Caller,
  { products_id, version, ...change }: ChangedRow,
): Promise<RowResult> {
  const versionBefore = versionFor(change, version)
  try {
    const saved = await updateProduct(deps, caller, products_id, change, versionBefore)
    const row = toGridRow(saved, deps.shelves.current())
    const versionAfter = versionFor(change, row.version)
    return { products_id, result: versionAfter === versionBefore ? 'unchanged' : 'saved', row }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const current = await deps.products.findWithDrafts(products_id)
    if (!current) return { products_id, result: 'removed' }
    const isChangedByAnother = error.code === 'PRODUCT_CHANGED'
    const isInvalid = error.code === 'VALIDATION_FAILED'
    if (!isChangedByAnother && !isInvalid) throw error
    // The message is shown beside its row, so it needs no field name.
    const message = error.message.replace(/^body\.\w+: /, '')
    const result = isChangedByAnother ? 'changed by another' : 'refused'
    return { products_id, result, message, row: toGridRow(current, deps.shelves.current()) }
  }
}

/**
 * A row's version has two parts: the version of all fields, and the version of all fields except
 * the stock. `updateProduct` accepts either part. A change that does not set the stock uses the
 * second part, which stays the same when the product is sold.
 */
function versionFor(change: GridChange, rowVersion: string) {
  const [withStock = '', exceptStock = ''] = rowVersion.split('.')
  const setsStock = change.stock !== undefined
  return setsStock ? withStock : exceptStock
}

const NO_VALUES = Object.fromEntries(['packLabel', ...namesOf(GRID_FIELDS)].map((name) => [name, null]))

/** The schema leaves out the fields that the grid does not show. */
function toGridRow(record: ProductRecord, shelves: ShelfIndex): GridRow {
  return z.parse(gridRowSchema, {
    ...NO_VALUES,
    ...toDeskProduct(record, shelves),
    published: isPublished(record),
    version: `${productVersion(record)}.${versionExceptStock(record)}`,
  })
}

function matches(product: ProductRecord, { search = '', category, show }: GridQuery, shelves: ShelfIndex) {
  const names = categoriesOf(shelves.deskNames(product))
  if (category !== undefined && !names.includes(shelves.find(category)?.name ?? category)) return false
  if (show === 'published' && !isPublished(product)) return false
  if (show === 'drafts' && isPublished(product)) return false
  if (show === 'low stock' && !isLowOnStock(product)) return false
  const { name, packLabel, products_id, barcode } = product
  const text = foldText([name, packLabel, products_id, ...names, barcode].join(' '))
  // An empty search has one empty term, which every text includes.
  return foldText(search)
    .split(' ')
    .every((term) => text.includes(term))
}

/** The bell asks every few seconds, so the products are not all in memory at once. */
export async function listLowOnStock(products: ProductStore): Promise<ProductRecord[]> {
  const found: ProductRecord[] = []
  for await (const product of products.readAll()) if (isLowOnStock(product)) found.push(product)
  return found
}

/** A product without a `lowStockLevel` is low on stock when it is sold out. */
export function isLowOnStock({ stock, lowStockLevel = 0 }: ProductRecord) {
  return stock !== undefined && stock <= lowStockLevel
}

function indexAfter(products: readonly ProductRecord[], productsId: string) {
  const index = products.findIndex(({ products_id }) => products_id === productsId)
  if (index === -1)
    throw new ServiceError('VALIDATION_FAILED', 'query.cursor: must come from the page before')
  return index + 1
}
