import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { readShopFile } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { runConcurrently } from '../run-concurrently.ts'
import {
  createAdmin,
  sendJson,
  DONUT,
  donutOrder,
  type Shopper,
  createShoppers,
  itemAt,
  setDeliveryFees,
} from '../shopper.ts'

const BUYERS = 50
const SHOPPERS = 8
const QUANTITY_MAX = 3
/**
 * The orders between two changes. There are more buyers than that, so that orders are in flight at
 * every change.
 */
const ORDERS_AT_A_PRICE = 10
/**
 * The fee rises by this much with each change, and the price of a donut by 1. So the fee rises
 * faster than the price of QUANTITY_MAX donuts, and an outdated price does not look like another
 * fee.
 */
const FEE_STEP = 7
const POLL_MS = 1

/**
 * A price or a delivery fee, and when it was valid: from the request that set it until the response
 * to the next change.
 */
type ValidPrice = { price: number; from: number; until: number }
/** An order, the total that the buyer sent, and the total in the response. */
type Paid = { purchaseId: string; shown: number; total: number }

export const priceRace: Proof = {
  id: 'R11',
  test: `Prices and delivery fees change while ${BUYERS} buyers pay`,
  sizes: { quick: 100, short: 2000, nightly: 20_000 },
  unit: 'orders',
  async run(context, size) {
    const dataFolder = context.freshFolder()
    const { url } = await context.startStore({ DATA_DIR: dataFolder })
    const admin = await createAdmin(url, dataFolder)
    const shoppers = await createShoppers(url, SHOPPERS)
    const prices: ValidPrice[] = [{ price: DONUT.price, from: 0, until: Number.POSITIVE_INFINITY }]
    const fees: ValidPrice[] = [{ price: 0, from: 0, until: Number.POSITIVE_INFINITY }]
    const paid: Paid[] = []
    let refused = 0
    let outdatedPrices = 0
    const state = { isOver: false }

    /** Whether a price and a fee that were valid between `from` and `until` make the total. */
    function isValidTotal(total: number, quantity: number, from: number, until: number) {
      const wasValid = (known: ValidPrice) => known.from <= until && known.until >= from
      const validFees = fees.filter(wasValid)
      return prices
        .filter(wasValid)
        .some(({ price }) => validFees.some((fee) => price * quantity + fee.price === total))
    }

    /** A buyer whose order is refused with PRICE_CHANGED sends it again with the new total. */
    async function pay({ call, userId }: Shopper) {
      const quantity = randomInt(1, QUANTITY_MAX + 1)
      let shown = quantity * (await fetchPrice(url)) + (await fetchFee(url))
      for (;;) {
        const started = performance.now()
        const order = { ...donutOrder(quantity), totalAmount: shown }
        const headers = { [IDEMPOTENCY_KEY_HEADER]: randomUUID() }
        const { status, body } = await call('POST', `/purchases/${userId}`, order, headers)
        const { data, code, details } = body as PurchaseBody
        const total = data?.totalAmount ?? details?.totalAmount ?? 0
        if (!isValidTotal(total, quantity, started, performance.now())) outdatedPrices += 1
        if (status === 201 && data) {
          paid.push({ purchaseId: data.purchaseId, shown, total })
          return
        }
        if (code !== 'PRICE_CHANGED') throw new Error(`an order got ${status} ${code}`)
        refused += 1
        shown = total
      }
    }

    async function changePrice(price: number) {
      const previous = prices.at(-1) as ValidPrice
      prices.push({ price, from: performance.now(), until: Number.POSITIVE_INFINITY })
      // The price may not be above the MRP.
      const { status } = await admin.call('PUT', `/products/${DONUT.productId}`, { price, mrp: price })
      if (status !== 200) throw new Error(`a price got ${status}`)
      previous.until = performance.now()
    }

    async function changeFee(fee: number) {
      const previous = fees.at(-1) as ValidPrice
      fees.push({ price: fee, from: performance.now(), until: Number.POSITIVE_INFINITY })
      await setDeliveryFees(admin, { karnataka: fee, rest: 0 })
      previous.until = performance.now()
    }

    async function changePrices() {
      for (let change = 1; !state.isOver; change += 1) {
        await (change % 2 === 0 ? changePrice(DONUT.price + change) : changeFee(change * FEE_STEP))
        const nextChangeAt = paid.length + ORDERS_AT_A_PRICE
        while (paid.length < nextChangeAt && !state.isOver) await wait(POLL_MS)
      }
    }
    async function payAll() {
      try {
        await runConcurrently(size, BUYERS, (index) => pay(itemAt(shoppers, index)))
      } finally {
        state.isOver = true
      }
    }
    await Promise.all([changePrices(), payAll()])

    const stored = new Map(
      readShopFile<StoredOrder>(
        dataFolder,
        'SELECT purchaseId, lines, shippingFeePaise, totalPaise FROM orders',
      ).map((order) => [order.purchaseId, order]),
    )
    expectFigures({
      orders: [stored.size, size],
      'orders at another price than was shown': [
        paid.filter(
          ({ purchaseId, shown, total }) =>
            shown !== total || (stored.get(purchaseId)?.totalPaise ?? 0) / 100 !== shown,
        ).length,
        0,
      ],
      'orders whose total is not their lines and their fee': [
        [...stored.values()].filter((order) => !isTotalRight(order)).length,
        0,
      ],
      'responses with an outdated price': [outdatedPrices, 0],
      'a price changed while a buyer paid': [refused > 0, true],
    })
    return `${size} orders at ${prices.length} prices and ${fees.length} delivery fees, each at the total that was shown and valid; ${refused} refused with PRICE_CHANGED first`
  },
  mutations: [
    {
      what: 'an order is accepted at any shown price',
      file: 'apps/shop-api/src/orders/order/purchase.ts',
      from: 'if (total === shown) return',
      to: 'return',
    },
    {
      what: 'an order costs what its request says',
      file: 'apps/shop-api/src/orders/work/draft-purchase.ts',
      from: 'const { totalPaise } = priced.totals',
      to: 'const totalPaise = body.totalAmount',
    },
    {
      what: 'a delivery fee that has risen is charged although the shopper did not see it',
      file: 'apps/shop-api/src/orders/order/purchase.ts',
      from: 'if (total === shown) return',
      to: 'if (total >= shown && total - shippingFeePaise <= shown) return',
    },
  ],
}

type StoredOrder = { purchaseId: string; lines: string; shippingFeePaise: number; totalPaise: number }

function isTotalRight({ lines, shippingFeePaise, totalPaise }: StoredOrder) {
  const parsed: { quantity: number; pricePaise: number }[] = JSON.parse(lines)
  const subtotal = parsed.reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0)
  return subtotal + shippingFeePaise === totalPaise
}

type PurchaseBody = {
  data?: { purchaseId: string; totalAmount: number }
  code?: string
  details?: { totalAmount: number }
}

async function fetchPrice(url: string) {
  const { body } = await sendJson(`${url}/api/products/${DONUT.productId}`)
  return (body as { data: { price: number } }).data.price
}

async function fetchFee(url: string) {
  const { body } = await sendJson(`${url}/api/pincodes/${homeAddress.pincode}`)
  return (body as { data: { delivery: { fee: number } } }).data.delivery.fee
}
