import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { paiseToRupees, rupeesToPaise } from '@nashta/contracts/money'
import * as contract from '@nashta/contracts/stock/stock'
import { readIdempotencyKey, type Route, route } from '@nashta/service-kit/http/routes'
import { ServiceError } from '@nashta/service-kit/service-error'
import type * as z from 'zod/mini'
import { type AuthorshipDeps, authorshipOf } from '../../operator-log/logged-change.ts'
import { productNotFound, type ProductStore } from '../product-store.ts'
import type { StockCause, StockEntry } from './stock-entry.ts'

type StockRoutesDeps = AuthorshipDeps & { products: ProductStore }

/** The calls by which operators read and change the stock of one product. */
export function stockRoutes(deps: StockRoutesDeps): Route[] {
  const { products } = deps

  async function readPage(id: string, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
    const product = await products.findWithDrafts(id)
    if (!product) throw productNotFound()
    const { products_id, name, packLabel } = product
    const {
      stock = null,
      entries,
      next,
    } = await products.stockHistory(products_id, { limit, before: cursor })
    return {
      data: {
        product: { products_id, name, ...(packLabel !== undefined && { packLabel }) },
        stock,
        entries: entries.map(toShownEntry),
        nextCursor: next,
      },
    }
  }

  return [
    route(contract.getStockHistory, ({ params, query }) => readPage(params.id, query)),
    route(contract.changeStock, async ({ caller, params, body, request }) => {
      const key = readIdempotencyKey(request.headers[IDEMPOTENCY_KEY_HEADER])
      if (key === undefined)
        throw new ServiceError('VALIDATION_FAILED', 'header.idempotency-key: a change of the stock needs one')
      const decide = ({ stock }: { stock?: number | undefined }) => decideMove(stock, body)
      const authorship = await authorshipOf(deps, caller)
      const product = await products.moveStock(params.id, { key, request: body, decide }, authorship)
      if (!product) throw productNotFound()
      return readPage(product.products_id, contract.getStockHistory.query.parse({}))
    }),
  ]
}

type StockChange = z.output<typeof contract.changeStock.body>

const NOT_COUNTED = 'The units of this product are not counted. Count them first'

/** The new stock and its cause. `stock` is undefined for a product whose units are not counted. */
function decideMove(stock: number | undefined, change: StockChange): { stock: number; cause: StockCause } {
  const { kind, note } = change
  const cause = { kind, ...(note && { note }) }
  if (kind === 'counted') {
    if ((change.seen === null) !== (stock === undefined)) throw changedSince()
    // What orders have taken since the operator counted stays taken.
    const counted = (stock ?? 0) + change.counted - (change.seen ?? 0)
    if (counted < 0) throw changedSince()
    return { stock: counted, cause }
  }
  if (stock === undefined) throw new ServiceError('ILLEGAL_TRANSITION', NOT_COUNTED)
  if (kind === 'received') {
    const { units, cost, batch, bestBefore } = change
    const received = {
      ...cause,
      ...(cost !== undefined && { costPaise: rupeesToPaise(cost) }),
      ...(batch && { batch }),
      ...(bestBefore && { bestBefore }),
    }
    return { stock: stock + units, cause: received }
  }
  if (change.units > stock)
    throw new ServiceError('ILLEGAL_TRANSITION', `Only ${stock} are in the stock: count it first`)
  return { stock: stock - change.units, cause }
}

function changedSince() {
  return new ServiceError('ILLEGAL_TRANSITION', 'The stock has changed meanwhile: please count again')
}

function toShownEntry({ costPaise, ...entry }: StockEntry) {
  return { ...entry, ...(costPaise !== undefined && { cost: paiseToRupees(costPaise) }) }
}
