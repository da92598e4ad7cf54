import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { asPaise } from '@nashta/contracts/money'
import { measureRounds } from '../compare.ts'
import { captureResponse, headerOf } from '../load/captured-response.ts'
import { requestText } from '../load/load.ts'
import type { Bench, Row } from '../row.ts'
import { addRequest, readRequest } from './cart-rows.ts'
import { CARD, CASH, purchaseRequest } from './purchase-rows.ts'
import { fillCarts, type Shopper, startStoreWithData } from './start-store.ts'
import { PRODUCTS_PATH, readProducts } from './store-rows.ts'

/** The stores of two commits, each on the demo catalogue of its commit. */
export type Roots = { older: string; today: string }

type Product = { id: string; pricePaise: number }
type Store = { url: string; shoppers: readonly Shopper[]; products: readonly Product[] }
type Call = {
  name: string
  label: string
  /** The most that the call may cost today, as a multiple of its cost in the older commit. */
  atMost?: number
  status: number
  /** Units of each product in each cart. Without it, the store is measured without shoppers. */
  cartQuantity?: number
  requestsOf: (store: Store) => string[] | Promise<string[]>
}

/** Up to this ratio, a call counts as no dearer than before. */
const SAME = 1.05
/** Lists may cost more, because each product has more facts than in older commits. */
const LIST = 1.3

const CART_SIZE = 3
/** The products of an order: one has counted stock, the other is unlimited. */
const BOUGHT_SIZE = 2

const CALLS: Call[] = [
  {
    name: 'cart-read',
    label: 'read a cart of three lines',
    atMost: SAME,
    status: 200,
    cartQuantity: 1,
    requestsOf: ({ shoppers }) => shoppers.map(readRequest),
  },
  {
    name: 'cart-add',
    label: 'cart add with an idempotency key',
    atMost: SAME,
    status: 200,
    cartQuantity: 1,
    requestsOf: ({ shoppers, products }) =>
      products.slice(0, CART_SIZE).flatMap(({ id }) => shoppers.map((shopper) => addRequest(shopper, id))),
  },
  purchaseCall('purchase-cod', 'purchase on delivery', CASH),
  purchaseCall('purchase-card', 'purchase by card', CARD),
  {
    name: 'products',
    label: 'GET /api/products, whole list, brotli',
    atMost: LIST,
    status: 200,
    requestsOf: () => [requestText({ path: PRODUCTS_PATH })],
  },
  {
    name: 'products-304',
    label: 'the same with If-None-Match (304)',
    atMost: LIST,
    status: 304,
    async requestsOf({ url }) {
      const etag = headerOf(await captureResponse(url, requestText({ path: PRODUCTS_PATH })), 'etag') ?? ''
      return [requestText({ path: PRODUCTS_PATH, headers: { 'If-None-Match': etag } })]
    },
  },
  {
    name: 'product',
    label: 'GET /api/products/{id}',
    status: 200,
    requestsOf: ({ products }) =>
      products.slice(0, 1).map(({ id }) => requestText({ path: `${PRODUCTS_PATH}/${id}` })),
  },
  {
    name: 'home',
    label: 'cached HTML page (home), brotli',
    status: 200,
    requestsOf: () => [requestText({ path: '/', headers: { Accept: 'text/html' } })],
  },
  {
    name: 'product-page',
    label: 'cached HTML page (product), brotli',
    status: 200,
    requestsOf: ({ products }) =>
      products
        .slice(0, 1)
        .map(({ id }) => requestText({ path: `/product/${id}`, headers: { Accept: 'text/html' } })),
  },
]

function purchaseCall(name: string, label: string, paymentDetails: object): Call {
  return {
    name,
    label,
    atMost: SAME,
    status: 201,
    cartQuantity: LINE_QUANTITY_MAX,
    requestsOf: ({ shoppers, products }) =>
      shoppers.map((shopper) => purchaseRequest(shopper, paymentDetails, products.slice(0, BOUGHT_SIZE))),
  }
}

export const CHANGE_ROW_NAMES = CALLS.map(({ name }) => name)

/** These rows measure the same calls of two commits in alternating rounds. */
export function changeRows({ older, today }: Roots): Row[] {
  return CALLS.map((call) => ({
    name: call.name,
    async measure(bench) {
      const contenders = [await startContender(bench, older, call), await startContender(bench, today, call)]
      const [olderRounds = [], todayRounds = []] = await measureRounds(
        bench.generator,
        contenders,
        bench.effort,
      )
      const { label, atMost } = call
      return {
        kind: 'change',
        label,
        ...(atMost !== undefined && { atMost }),
        older: olderRounds,
        today: todayRounds,
      }
    },
  }))
}

async function startContender(bench: Bench, root: string, { cartQuantity, requestsOf, status }: Call) {
  const data = { root, shoppers: bench.shopperCount }
  const { store, shoppers } = await startStoreWithData(bench, data)
  const products = (await readProducts(store.url))
    .map(({ products_id, price }) => ({ id: products_id, pricePaise: asPaise(Math.round(price * 100)) }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  if (cartQuantity !== undefined) {
    const productIds = products.slice(0, CART_SIZE).map(({ id }) => id)
    await fillCarts(bench, { store, shoppers, productIds, quantity: cartQuantity })
  }
  const requests = await requestsOf({ url: store.url, shoppers, products })
  return { process: store, load: { requests, expected: { status } } }
}
