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

/** Checks the rows, or saves each of them by itself. */
export async function importRows(
  deps: WriteProductsDeps,
  caller: Caller,
  { isDryRun, header, rows }: z.output<typeof importProducts.body>,
): Promise<ImportedRow[]> {
  const imported: ImportedRow[] = []
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const saved = rows.slice(start, start + ROWS_AT_ONCE).map(async ({ row, cells }) => {
      const result = await importRow(deps, caller, fileRow(header, cells), isDryRun)
      return Object.assign(result, { row })
    })
    imported.push(...(await Promise.all(saved)))
    await wait(PAUSE_MS)
  }
  return imported
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
        if (isDryRun) draftProduct(deps, decided.body, { at: deps.now().toISOString(), shelves })
        else await createProduct(deps, caller, decided.body)
        return { result: 'added', products_id }
      }
      if (decided.kind === 'same' || !current) return { result: 'same', products_id }
      const { body, columns, seen, conflict } = decided
      const fields = draftChange(deps, body, current, shelves)
      const authorship = await authorshipOf(deps, caller)
      const { product } = changeProduct(current, { fields, authorship, seen: undefined })
      if (product === current) return { result: 'same', products_id }
      if (conflict) return { result: 'refused', products_id, problems: [conflict] }
      if (!isDryRun) await updateProduct(deps, caller, products_id, body, seen)
      return { result: 'changed', products_id, columns }
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
