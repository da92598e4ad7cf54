import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { readShopFile } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import {
  sendJson,
  DONUT,
  donutOrder,
  type Shopper,
  createAdmin,
  createShoppers,
  itemAt,
  setDeliveryFees,
} from '../shopper.ts'
import { createRandom, type Random } from './random.ts'

const SHOPPERS = 6
const AT_ONCE = 16
const SEED = 4

/** The body of the request that places an order. */
type OrderRequest = Record<string, unknown> & {
  items: Record<string, unknown>[]
  totalAmount: number
  shippingAddress: object
}

/** In paise, by product id. */
type Prices = Map<string, number>
type Tamper = (order: OrderRequest, random: Random, victim: Shopper, prices: Prices) => unknown

/** In rupees. The orders go to Karnataka. */
const FEES = { karnataka: 49, rest: 10 }

const CHIPS = 'chips-magic-masala'

const noTampering: Tamper = (order) => order

/**
 * Each function tampers with a correct order of some donuts. The store may accept an order whose
 * added fields it ignores, but never with another price, total or owner.
 */
const TAMPERING: Record<string, Tamper> = {
  'a lower total': (order, random) => ({ ...order, totalAmount: order.totalAmount - 1 - random.below(50) }),
  'a total of nothing': (order) => ({ ...order, totalAmount: 0 }),
  'a paisa less': (order) => ({ ...order, totalAmount: order.totalAmount - 0.01 }),
  'a total below zero': (order) => ({ ...order, totalAmount: -order.totalAmount }),
  'a total as text': (order) => ({ ...order, totalAmount: '1' }),
  'prices of the attacker': (order) => ({
    ...order,
    items: order.items.map((item) => Object.assign({ price: 1, pricePaise: 1, unitPrice: 0 }, item)),
    totalAmount: 1,
  }),
  'prices of the attacker, and the right total': (order) => ({
    ...order,
    items: order.items.map((item) =>
      Object.assign({ price: 1, name: 'Free', imageUrl: 'https://evil.example' }, item),
    ),
  }),
  'a negative quantity': (order, random) => withQuantity(order, -1 - random.below(9)),
  'half a donut': (order) => withQuantity(order, 0.5),
  'far too many': (order, random) => withQuantity(order, 1000 + random.below(1e9)),
  'a quantity beyond all integers': (order) => withQuantity(order, 1e300),
  'a negative line beside a good one, and the total of both': (order, _random, _victim, prices) => ({
    ...order,
    items: [...order.items, { productId: CHIPS, quantity: -1 }],
    totalAmount: order.totalAmount - (prices.get(CHIPS) ?? 0) / 100,
  }),
  'twenty lines of one product, too many together': (order) => ({
    ...order,
    items: Array.from({ length: 20 }, () => ({ productId: DONUT.productId, quantity: 999 })),
  }),
  'a product that does not exist': (order) => ({
    ...order,
    items: [{ productId: randomUUID(), quantity: 1 }],
  }),
  'a product id that is an injection': (order, random) => ({
    ...order,
    items: [{ productId: random.oneOf(['__proto__', "x' OR 1=1 --", '../donut']), quantity: 1 }],
  }),
  'in the name of another shopper': (order, _random, { userId, email }) => ({
    ...order,
    userId,
    sub: userId,
    email,
    owner: userId,
  }),
  'already paid and delivered': (order) => ({
    ...order,
    orderStatus: 'DELIVERED',
    state: 'placed',
    shippingFee: -50,
    shippingFeePaise: -5000,
    totalPaise: 1,
    discount: 100,
  }),
  'no delivery fee': (order) => ({ ...order, totalAmount: order.totalAmount - FEES.karnataka }),
  'the fee of a cheaper state': (order) => ({
    ...order,
    shippingAddress: { ...order.shippingAddress, state: 'Delhi', stateCode: '07' },
    totalAmount: order.totalAmount - FEES.karnataka + FEES.rest,
  }),
  'a pincode with spaces, and the fee of the rest of India': (order) => ({
    ...order,
    shippingAddress: { ...order.shippingAddress, pincode: '560 001' },
    totalAmount: order.totalAmount - FEES.karnataka + FEES.rest,
  }),
  // No place has this pincode, but the first two digits are those of Karnataka.
  'an invented pincode, and the fee of the state beside it': (order) => ({
    ...order,
    shippingAddress: { ...order.shippingAddress, pincode: '569999', state: 'Delhi', stateCode: '07' },
    totalAmount: order.totalAmount - FEES.karnataka + FEES.rest,
  }),
  // No pincode begins with 29.
  'a pincode that cannot exist, and the fee of the rest of India': (order) => ({
    ...order,
    shippingAddress: { ...order.shippingAddress, pincode: '299999', state: 'Delhi' },
    totalAmount: order.totalAmount - FEES.karnataka + FEES.rest,
  }),
  'a fee of the attacker': (order) => ({
    ...order,
    shippingFee: 0,
    delivery: { zones: [], rest: { fee: 0 } },
    totalAmount: order.totalAmount - FEES.karnataka,
  }),
  'no lines': (order) => ({ ...order, items: [], totalAmount: 0 }),
}

export const tamperedOrders: Proof = {
  id: 'S4',
  test: `Orders with ${Object.keys(TAMPERING).length} kinds of tampering, with correct orders between them`,
  sizes: { quick: 200, short: 5000, nightly: 50_000 },
  unit: 'orders',
  async run(context, size) {
    const dataFolder = context.freshFolder()
    const { url } = await context.startStore({ DATA_DIR: dataFolder })
    const shoppers = await createShoppers(url, SHOPPERS)
    await setDeliveryFees(await createAdmin(url, dataFolder), FEES)
    const kinds = [...Object.values(TAMPERING), noTampering]
    const prices = await readPrices(url)
    /** The shopper of each accepted order, by purchase id. */
    const placed = new Map<string, string>()
    let serverErrors = 0
    let refusedCorrectOrders = 0

    async function sendOrders(worker: number) {
      const random = createRandom(SEED + worker)
      for (let sent = worker; sent < size; sent += AT_ONCE) {
        const shopper = itemAt(shoppers, sent)
        const victim = itemAt(shoppers, sent + 1)
        const tamper = itemAt(kinds, sent)
        const order = tamper(correctOrder(1 + random.below(9)), random, victim, prices)
        const headers = { [IDEMPOTENCY_KEY_HEADER]: randomUUID() }
        const { status, body } = await shopper.call('POST', `/purchases/${shopper.userId}`, order, headers)
        if (status >= 500) serverErrors += 1
        if (status === 201)
          placed.set((body as { data: { purchaseId: string } }).data.purchaseId, shopper.userId)
        else if (tamper === noTampering) refusedCorrectOrders += 1
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => sendOrders(worker)))

    const orders = readShopFile<StoredOrder>(
      dataFolder,
      'SELECT purchaseId, userId, lines, totalPaise, shippingFeePaise, orderStatus FROM orders',
    )
    expectFigures({
      'responses of 500 and above': [serverErrors, 0],
      'stored orders that were not accepted': [
        orders.filter(({ purchaseId }) => !placed.has(purchaseId)).length,
        0,
      ],
      'accepted orders, all of them stored': [placed.size, orders.length],
      'orders of the wrong shopper': [
        orders.filter(({ purchaseId, userId }) => placed.get(purchaseId) !== userId).length,
        0,
      ],
      'orders at the wrong price': [orders.filter((order) => !isCorrect(order, prices)).length, 0],
      'correct orders that were refused': [refusedCorrectOrders, 0],
    })
    return `${orders.length} orders accepted, ${size - orders.length} refused: 0 with a wrong price, total or owner`
  },
  mutations: [
    {
      what: 'the total of the request is trusted',
      file: 'apps/shop-api/src/orders/work/draft-purchase.ts',
      from: 'const { totalPaise } = priced.totals',
      to: 'const totalPaise = body.totalAmount',
    },
    {
      what: 'a quantity may be negative or too large',
      file: 'packages/contracts/src/cart/cart-input.ts',
      from: '.check(z.gte(1, QUANTITY_INVALID), z.lte(LINE_QUANTITY_MAX, QUANTITY_INVALID))',
      to: '',
    },
    {
      what: 'the state of the request decides about the delivery fee',
      file: 'apps/shop-api/src/delivery/state-of-address.ts',
      from: 'code && codes.includes(code)',
      to: 'code',
    },
    {
      what: 'the state beside an invented pincode decides about the delivery fee',
      file: 'apps/shop-api/src/delivery/state-of-address.ts',
      from: 'possibleStates(pincodes.statesNear(validPincode), address)',
      to: 'possibleStates([], address)',
    },
    {
      what: 'a pincode that cannot exist gets the terms of the rest of India',
      file: 'apps/shop-api/src/delivery/delivery-to-address.ts',
      from: 'if (!isInZone && ',
      to: 'if (false && !isInZone && ',
    },
  ],
}

type StoredOrder = {
  purchaseId: string
  userId: string
  lines: string
  totalPaise: number
  shippingFeePaise: number
  orderStatus: string
}

function correctOrder(quantity: number): OrderRequest {
  const order = donutOrder(quantity)
  return { ...order, totalAmount: order.totalAmount + FEES.karnataka }
}

function withQuantity(order: OrderRequest, quantity: number): OrderRequest {
  const [item] = order.items
  return {
    ...order,
    items: [{ ...item, quantity }],
    totalAmount: Math.max(0, quantity * DONUT.price + FEES.karnataka),
  }
}

async function readPrices(url: string) {
  const { body } = await sendJson(`${url}/api/products`)
  const { data } = body as { data: { products_id: string; price: number }[] }
  return new Map(data.map(({ products_id, price }) => [products_id, Math.round(price * 100)]))
}

/** True if the lines, prices, fee, total and status are those of a correct order. */
function isCorrect(order: StoredOrder, prices: Prices) {
  const lines: { productId: string; quantity: number; pricePaise: number }[] = JSON.parse(order.lines)
  const areLinesRight = lines.every(
    ({ productId, quantity, pricePaise }) =>
      pricePaise === prices.get(productId) && Number.isInteger(quantity) && quantity >= 1 && quantity <= 999,
  )
  const subtotal = lines.reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0)
  return (
    areLinesRight &&
    subtotal + order.shippingFeePaise === order.totalPaise &&
    order.shippingFeePaise === FEES.karnataka * 100 &&
    order.orderStatus === 'CONFIRMED'
  )
}
