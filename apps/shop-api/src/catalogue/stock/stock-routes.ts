import { paiseToRupees } from '@nashta/contracts/money'
import * as contract from '@nashta/contracts/stock/stock'
import { requireIdempotencyKey, type Route, route } from '@nashta/service-kit/http/routes'
import { type AuthorshipDeps, authorshipOf } from '../../operator-log/logged-change.ts'
import { type Batch, batchState, byExpiry } from '../batches/batch-book.ts'
import { productNotFound } from '../product-store.ts'
import { decideMove } from './decide-move.ts'
import { setAsideOf, type SetAsideDeps } from './set-aside.ts'
import type { StockEntry } from './stock-entry.ts'
import type { StockMove } from './stock-move.ts'

export type StockRoutesDeps = AuthorshipDeps & SetAsideDeps

/** The calls by which operators read and change the stock of one product. */
export function stockRoutes(deps: StockRoutesDeps): Route[] {
  const { products, batches } = deps

  async function readPage(id: string, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
    const product = await products.findWithDrafts(id)
    if (!product) throw productNotFound()
    const { products_id, name, packLabel } = product
    const {
      stock = null,
      entries,
      next,
    } = await products.stockHistory(products_id, { limit, before: cursor })
    const book = await batches.find(products_id)
    return {
      data: {
        product: { products_id, name, ...(packLabel !== undefined && { packLabel }) },
        stock,
        entries: withoutNeverPlaced(entries).map(toShownEntry),
        nextCursor: next,
        ...(book && { batches: byExpiry(book.body.batches).map(toShownBatch) }),
      },
    }
  }

  return [
    route(contract.getStockHistory, ({ params, query }) => readPage(params.id, query)),
    route(contract.changeStock, async ({ caller, params, body, request }) => {
      const key = requireIdempotencyKey(request, 'a change of the stock')
      const authorship = await authorshipOf(deps, caller)
      const decide: StockMove['decide'] = ({ products_id: productsId, stock }, book) =>
        decideMove({ productsId, stock, book, at: authorship.at }, body)
      const product = await products.moveStock(
        params.id,
        { key, request: body, batch: body.batch, decide },
        authorship,
      )
      if (!product) throw productNotFound()
      if (body.batch) await setAsideOf(deps, product.products_id)
      return readPage(product.products_id, contract.getStockHistory.query.parse({}))
    }),
  ]
}

/**
 * The entries without those of orders that were never placed: they took units and gave them back, and no page can
 * show the order. An entry whose counterpart is on another page stays, so that the sum is right.
 */
function withoutNeverPlaced(entries: readonly StockEntry[]): readonly StockEntry[] {
  const sums = new Map<string, number>()
  const ended = new Set<string>()
  for (const { kind, orderId, units } of entries) {
    if (orderId === undefined) continue
    sums.set(orderId, (sums.get(orderId) ?? 0) + units)
    if (kind === 'neverPlaced') ended.add(orderId)
  }
  return entries.filter(
    ({ orderId }) => orderId === undefined || !ended.has(orderId) || sums.get(orderId) !== 0,
  )
}

function toShownEntry({ costPaise, ...entry }: StockEntry) {
  return { ...entry, ...(costPaise !== undefined && { cost: paiseToRupees(costPaise) }) }
}

function toShownBatch(batch: Batch): contract.ShownBatch {
  const { recalledAt: _recalledAt, ...shown } = batch
  return { ...shown, state: batchState(batch) }
}
