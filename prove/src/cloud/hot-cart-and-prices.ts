import { setTimeout as sleep } from 'node:timers/promises'
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { asPaise } from '@nashta/contracts/money'
import { expectFigures, type Proof } from '../proof.ts'
import { inParallel, openCloudShop, PRICE, processCount, whyNoDynamoDbLocal } from './cloud-shop.ts'

const CLIENTS = 8
const TRIES_MAX = 60
const AUTHORSHIP = { by: { sub: 'boss', username: 'boss', email: null }, at: new Date(0).toISOString() }
const PRICE_EVERY_MS = 300

/** How long an old price may be charged: one second until the catalogue is read again, and time for a busy machine. */
const PRICE_AGE_MAX_MS = 10_000
const SIZES = { quick: 4, short: 40, nightly: 400 }

type Cart = { data: { totalItems: number } }
type Placed = { data: { totalAmount: number } }
type Changed = { details: { totalAmount: number } }

export const hotCartAndPrices: Proof = {
  id: 'C5',
  test: `${CLIENTS} clients on one cart of several processes, and prices that change while they pay`,
  sizes: SIZES,
  unit: 'cart adds and orders of each client',
  isSlow: true,
  async run(context, size) {
    const processTotal = processCount(size, SIZES)
    const cloud = await openCloudShop(context, { processes: processTotal, products: 2 })
    let added = 0
    await inParallel(CLIENTS * size, CLIENTS, async (add) => {
      const body = { productId: 'p0', quantity: 1 }
      const { status } = await retried(() =>
        cloud.call(add, 'asha', 'POST', '/carts/asha', body, `add-${add}`),
      )
      if (status === 200 || status === 201) added += 1
    })
    const cart = (await cloud.call(1, 'asha', 'GET', '/carts/asha')).body as Cart

    /** The prices of `p1`, each with the time from which on it was stored. */
    const prices: { at: number; price: number }[] = [{ at: 0, price: PRICE }]
    const stopped = new AbortController()
    const changes = changePrices(stopped.signal)
    let refused = 0
    let wrongPrices = 0
    await inParallel(CLIENTS * size, CLIENTS, async (order) => {
      let shown = PRICE
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        const started = performance.now()
        const { status, body } = await retried(() =>
          cloud.place(order + tries, `buyer-${order}`, ['p1'], { method: 'cod' }, shown),
        )
        if (status === 201) {
          const charged = (body as Placed).data.totalAmount
          if (charged !== shown || !mayBeCharged(charged, started)) wrongPrices += 1
          return
        }
        refused += 1
        shown = (body as Changed).details.totalAmount
      }
      throw new Error(`order ${order} was not placed in ${TRIES_MAX} tries`)
    })
    stopped.abort()
    await changes
    expectFigures({
      'cart adds acknowledged': [added, CLIENTS * size],
      'units in the cart': [cart.data.totalItems, Math.min(LINE_QUANTITY_MAX, CLIENTS * size)],
      'orders at another price than shown, or at one that is too old': [wrongPrices, 0],
    })
    return `${added} adds to one cart, none lost; ${CLIENTS * size} orders at ${prices.length} prices, each as shown; ${refused} told of another price first`

    /** No price is used twice. */
    function nextPrice() {
      return PRICE + prices.length
    }

    async function changePrices(signal: AbortSignal) {
      while (!signal.aborted) {
        const price = nextPrice()
        await cloud.shops[0]?.products.update('p1', { pricePaise: asPaise(price * 100) }, AUTHORSHIP)
        prices.push({ at: performance.now(), price })
        await sleep(PRICE_EVERY_MS)
      }
    }

    /** A replaced price may be charged for `PRICE_AGE_MAX_MS`. The next price is stored just before it is in `prices`. */
    function mayBeCharged(price: number, started: number) {
      const index = prices.findIndex((each) => each.price === price)
      if (index === -1) return price === nextPrice()
      const replacedAt = prices[index + 1]?.at ?? Number.POSITIVE_INFINITY
      return replacedAt > started - PRICE_AGE_MAX_MS
    }
  },
  whyNot: whyNoDynamoDbLocal,
  mutations: [
    {
      what: 'a change of a cart overwrites a change of another process',
      file: 'apps/shop-api/src/adapters/dynamodb/cart-items.ts',
      from: "ConditionExpression: 'version = :before',",
      to: "ConditionExpression: 'version <> :before OR version = :before',",
    },
    {
      what: 'an order may cost what the shopper was not shown',
      file: 'apps/shop-api/src/purchases/place-purchase.ts',
      from: 'assertTotal({ lines, totalPaise, shippingFeePaise }, body.totalAmount)',
      to: 'void body.totalAmount',
    },
  ],
}

/** Sends again while the response is 503, which means that storage is busy. */
async function retried<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const response = await send()
    if (response.status !== 503 || tries >= TRIES_MAX) return response
  }
}
