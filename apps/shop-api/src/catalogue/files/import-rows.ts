import { setTimeout as wait } from 'node:timers/promises'
import type { ReplyTo } from '@nashta/contracts/api/endpoint'
import { ERROR_STATUS } from '@nashta/contracts/api/reply'
import type { importProducts } from '@nashta/contracts/catalogue/import-products'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/service-error'
import type * as z from 'zod/mini'
import { authorshipOf } from '../../operator-log/logged-change.ts'
import { changeProduct } from '../admin/change-product.ts'
import {
  createProduct,
  draftChange,
  draftProduct,
  updateProduct,
  type WriteProductsDeps,
} from '../admin/write-products.ts'
import { decideRow, type FileRow, fileRow, productIdOf } from './product-rows.ts'

type ImportedRow = ReplyTo<typeof importProducts>['data']['rows'][number]

/** A row is decided again when its product has changed meanwhile. */
const TRIES_MAX = 3
/**
 * Rows that are saved at once share one commit, which stops the process for some milliseconds on SQLite.
 * With the pause after them, visitors have most of the time, and an import takes 100 rows a second.
 */
const ROWS_AT_ONCE = 10
const PAUSE_MS = 100
const SHORT_PAUSE_MS = 10

/** Checks the rows, or saves each of them by itself. */
export async function importRows(
  deps: WriteProductsDeps,
  caller: Caller,
  { isDryRun, header, rows }: z.output<typeof importProducts.body>,
): Promise<ImportedRow[]> {
  return inSmallBatches(
    rows,
    async ({ row, cells }) => {
      const result = await importRow(deps, caller, fileRow(header, cells), isDryRun)
      return Object.assign(result, { row })
    },
    ({ at }) => at !== undefined,
  )
}

/** Does the work a few rows at a time. A pause follows rows that were saved, and a short one those that were only read. */
export async function inSmallBatches<Row, Result>(
  rows: readonly Row[],
  work: (row: Row) => Promise<Result>,
  isSaved: (result: Result) => boolean,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const batch = await Promise.all(rows.slice(start, start + ROWS_AT_ONCE).map(work))
    results.push(...batch)
    await wait(batch.some(isSaved) ? PAUSE_MS : SHORT_PAUSE_MS)
  }
  return results
}

type Result = Omit<ImportedRow, 'row'>

async function importRow(
  deps: WriteProductsDeps,
  caller: Caller,
  row: FileRow,
  isDryRun: boolean,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const shelves = await deps.shelves.read()
    const current = await deps.products.findWithDrafts(productIdOf(row))
    const decided = decideRow(row, current, shelves)
    try {
      if (decided.kind === 'refused') return { result: 'refused', problems: decided.problems }
      const { productsId: products_id } = decided
      if (decided.kind === 'add') {
        if (isDryRun) {
          draftProduct(deps, decided.body, { at: deps.now().toISOString(), shelves })
          return { result: 'added', products_id }
        }
        const added = await createProduct(deps, caller, decided.body)
        return { result: 'added', products_id, at: added.updatedAt }
      }
      if (decided.kind === 'same' || !current) return { result: 'same', products_id }
      const { body, columns, seen, conflict } = decided
      const fields = draftChange(deps, body, current, shelves)
      const authorship = await authorshipOf(deps, caller)
      const { product } = changeProduct(current, { fields, authorship, seen: undefined })
      if (product === current) return { result: 'same', products_id }
      if (conflict) return { result: 'refused', products_id, problems: [conflict] }
      if (isDryRun) return { result: 'changed', products_id, columns }
      const changed = await updateProduct(deps, caller, products_id, body, seen)
      return { result: 'changed', products_id, columns, at: changed.updatedAt }
    } catch (error) {
      const isChanged = error instanceof ServiceError && CHANGED.has(error.code)
      if (isChanged && tries < TRIES_MAX) continue
      return { result: 'refused', problems: [problemOf(error)] }
    }
  }
}

/** Another operator, or another import, was faster. */
const CHANGED: ReadonlySet<string> = new Set(['PRODUCT_CHANGED', 'PRODUCT_EXISTS', 'PRODUCT_NOT_FOUND'])

/** The rules of a save name the field: `body.price: The price is above the MRP`. */
function problemOf(error: unknown) {
  if (!(error instanceof ServiceError) || ERROR_STATUS[error.code] >= 500) throw error
  const [, column = '', message = error.message] = /^body\.(\w+)[^:]*: ([\s\S]+)$/.exec(error.message) ?? []
  return { column, message }
}
