import { setTimeout as sleep } from 'node:timers/promises'
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { asPaise } from '@nashta/contracts/money'
import { expectFigures, type Proof } from '../proof.ts'
import { inParallel, openCloudShop, PRICE, processCount, whyNoDynamoDbLocal } from './cloud-shop.ts'

const CLIENTS = 8
const TRIES_MAX = 60
const AUTHORSHIP = { by: { sub: 'boss', username: 'boss', email: null }, at: new Date(0).toISOString() }
const PRICE_CHANGE_INTERVAL_MS = 300

/**
 * How long a replaced price may still be charged: one second until the catalogue is read again, and
 * more for a busy machine.
 */
const PRICE_AGE_MAX_MS = 10_000
const SIZES = { quick: 4, short: 40, nightly: 400 }

type CartReply = { data: { totalItems: number } }
type PurchaseReply = { data: { totalAmount: number } }
/** The reply to an order whose total is not the current one. It has the current total. */
type TotalChangedReply = { details: { totalAmount: number } }

export const hotCartAndPrices: Proof = {
  id: 'C5',
  test: `${CLIENTS} clients on one cart of several processes, and prices that change while they pay`,
  sizes: SIZES,
  unit: 'cart adds and orders of each client',
  async run(context, size) {
    const processTotal = processCount(size, SIZES)
    const cloud = await openCloudShop(context, { processes: processTotal, products: 2 })
    let added = 0
    await inParallel(CLIENTS * size, CLIENTS, async (add) => {
      const body = { productId: 'p0', quantity: 1 }
      const { status } = await retryWhileBusy(() =>
        cloud.call(add, 'asha', 'POST', '/carts/asha', body, `add-${add}`),
      )
      if (status === 200 || status === 201) added += 1
    })
    const cart = (await cloud.call(1, 'asha', 'GET', '/carts/asha')).body as CartReply

    /** All prices that `p1` had so far, each with the time when it had been stored. */
    const prices: { at: number; price: number }[] = [{ at: 0, price: PRICE }]

    /** No price is used twice, so a charged price has one entry in `prices`. */
    function nextPrice() {
      return PRICE + prices.length
    }

    async function changePrices(signal: AbortSignal) {
      while (!signal.aborted) {
        const price = nextPrice()
        await cloud.shops[0]?.products.update('p1', { pricePaise: asPaise(price * 100) }, AUTHORSHIP)
        prices.push({ at: performance.now(), price })
        await sleep(PRICE_CHANGE_INTERVAL_MS)
      }
    }

    /** Whether an order that was sent at the time `started` may be charged this price. */
    function mayBeCharged(price: number, started: number) {
      const index = prices.findIndex((each) => each.price === price)
      // A price is stored just before it is added to `prices`.
      if (index === -1) return price === nextPrice()
      const replacedAt = prices[index + 1]?.at ?? Number.POSITIVE_INFINITY
      return replacedAt > started - PRICE_AGE_MAX_MS
    }

    const stop = new AbortController()
    const changes = changePrices(stop.signal)
    let refusedTotals = 0
    let wrongPrices = 0
    await inParallel(CLIENTS * size, CLIENTS, async (order) => {
      let shownTotal = PRICE
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        const started = performance.now()
        const { status, body } = await retryWhileBusy(() =>
          cloud.place(order + tries, `buyer-${order}`, ['p1'], { method: 'cod' }, shownTotal),
        )
        if (status === 201) {
          const charged = (body as PurchaseReply).data.totalAmount
          if (charged !== shownTotal || !mayBeCharged(charged, started)) wrongPrices += 1
          return
        }
        refusedTotals += 1
        shownTotal = (body as TotalChangedReply).details.totalAmount
      }
      throw new Error(`order ${order} was not placed in ${TRIES_MAX} tries`)
    })
    stop.abort()
    await changes
    expectFigures({
      'cart adds acknowledged': [added, CLIENTS * size],
      'units in the cart': [cart.data.totalItems, Math.min(LINE_QUANTITY_MAX, CLIENTS * size)],
      'orders at another price than shown, or at one that is too old': [wrongPrices, 0],
    })
    return `${added} adds to one cart, none lost; ${CLIENTS * size} orders at ${prices.length} prices, each as shown; ${refusedTotals} told of another price first`
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
      file: 'apps/shop-api/src/orders/work/draft-purchase.ts',
      from: 'assertTotal({ ...computed, unused: priced.unused }, body.totalAmount)',
      to: 'void body.totalAmount',
    },
  ],
}

/** Repeats a request while its response is 503, which means that storage is busy. */
async function retryWhileBusy<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const response = await send()
    if (response.status !== 503 || tries >= TRIES_MAX) return response
  }
}
