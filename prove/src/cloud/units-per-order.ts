import { setTimeout as sleep } from 'node:timers/promises'
import type { Proof } from '../proof.ts'
import { type CloudShop, inParallel, openCloudShop, whyNoDynamoDbLocal } from './cloud-shop.ts'
import { highestRateOf, type KeyUse, type KindUse, type Units } from './dynamodb-proxy/ledger.ts'

/** One key may take at most these units for each order, on average over all orders. */
const WRITES_PER_ORDER_MAX = 0.5
const READS_PER_ORDER_MAX = 1.5
const ORDERS_PER_SECOND_MIN = 1000
const ORDERS_PER_SECOND_OF_ONE_PRODUCT_MIN = 300
/**
 * 2.72 is what orders cost before decision 24. 0.14 is for the figures of customers (decision 55): two
 * written units, and one or two read units.
 */
const CENTS_PER_1000_ORDERS_MAX = 2.72 + 0.14

/** In dollars for a million request units: the list price on demand in us-east-1 since November 2024. */
const WRITE_PRICE = 0.625
const READ_PRICE = 0.125
/** Converts dollars for a million into cents for a thousand. */
const CENTS_PER_1000 = 0.1
/** How many kinds of items the result names. */
const NAMED_KINDS = 8

const PROCESSES = 2
const PRODUCTS = 200
const LINES_PER_ORDER = 3
const AT_ONCE = 8

/** How often a shopper sees suggestions before an order: on the home page, product pages and the cart. */
const SUGGESTIONS_PER_ORDER = 8
/**
 * How long the units of idle processes are counted. The slowest poll runs several times meanwhile,
 * so that its average is right.
 */
const IDLE_MS = 15_000
/** Longer than a process needs to record that a mail or event was delivered. */
const SETTLE_MS = 1_000

/** The default of OPEN_UNITS_MAX. */
const OPEN_UNITS_MAX = 100
/** Far above the limits of the service: this proof counts units, and no request is throttled. */
const LIMIT_FACTOR = 1e6

/** The units that each order takes of a key, and how many orders a second the key allows. */
type Use = KeyUse & { highestRate: number }
/** The units per order, sorted by use: the hottest key and the most expensive kind of item first. */
type Measured = { uses: Use[]; kinds: KindUse[] }

/**
 * The units that each order adds to each key and each kind of item. The units of idle processes are
 * subtracted.
 */
async function measure(
  cloud: CloudShop,
  orders: number,
  productsOf: (order: number) => string[],
): Promise<Measured> {
  const { ledger } = cloud.proxy
  await inParallel(orders, AT_ONCE, async (order) => {
    await cloud.fillCart(order, `shopper-${order}`, productsOf(order))
  })
  await cloud.drain({ events: orders })
  await sleep(SETTLE_MS)
  // Filling the carts is not counted.
  ledger.reset()
  const started = performance.now()
  await inParallel(orders, AT_ONCE, async (order) => {
    const payment = order % 2 === 0 ? { method: 'cod' } : { method: 'upi', upiId: 'asha@bank' }
    const { status, body } = await cloud.place(order, `shopper-${order}`, productsOf(order), payment)
    if (status !== 201) throw new Error(`order ${order} got ${status} ${JSON.stringify(body)}`)
    // Suggestions are made from the stored interactions of the shopper.
    for (let shown = 0; shown < SUGGESTIONS_PER_ORDER; shown += 1)
      await cloud.findShopper(shown, `shopper-${order}`)
  })
  // Each order has three events: the filled cart, which is delivered already, the emptied cart, and the purchase.
  await cloud.drain({ mails: orders, events: 3 * orders })
  await sleep(SETTLE_MS)
  const busyMs = performance.now() - started
  const [busyKeys, busyKinds] = [ledger.keys(), ledger.kinds()]

  ledger.reset()
  await sleep(IDLE_MS)
  const idleKeys = new Map(ledger.keys().map((use) => [use.key, use]))
  const idleKinds = new Map(ledger.kinds().map((use) => [use.kind, use]))
  /** How many idle measurements fit into the busy time. */
  const idlePeriods = busyMs / IDLE_MS
  const unitsOfOneOrder = (busy: Units, idle: Units = { write: 0, read: 0 }) => ({
    write: Math.max(0, busy.write - idlePeriods * idle.write) / orders,
    read: Math.max(0, busy.read - idlePeriods * idle.read) / orders,
  })
  const uses = busyKeys.map(({ key, ...use }): Use => {
    const { write, read } = unitsOfOneOrder(use, idleKeys.get(key))
    return { key, write, read, highestRate: highestRateOf({ write, read }) }
  })
  const kinds = busyKinds.map(({ kind, ...use }): KindUse => {
    const { write, read } = unitsOfOneOrder(use, idleKinds.get(kind))
    return { kind, write, read }
  })
  return {
    uses: uses.toSorted((a, b) => a.highestRate - b.highestRate),
    kinds: kinds.toSorted((a, b) => centsOf(b) - centsOf(a)),
  }
}

/** The price of a thousand orders that take these units each. */
function centsOf({ write, read }: Units) {
  return (write * WRITE_PRICE + read * READ_PRICE) * CENTS_PER_1000
}

/** The units of one order, summed over all kinds of items. */
function totalOf({ kinds }: Measured): Units {
  return {
    write: kinds.reduce((sum, use) => sum + use.write, 0),
    read: kinds.reduce((sum, use) => sum + use.read, 0),
  }
}

function describeTotal(measured: Measured) {
  const total = totalOf(measured)
  // A table name begins with a random prefix, which is left out.
  const named = measured.kinds
    .slice(0, NAMED_KINDS)
    .map(({ kind, write, read }) => `${kind.slice(kind.indexOf('-') + 1)} ${unitsText({ write, read })}`)
  return `${unitsText(total)} units, ${centsOf(total).toFixed(2)} cents for 1,000 orders (${named.join(', ')})`
}

function unitsText({ write, read }: Units) {
  return `${write.toFixed(1)} written and ${read.toFixed(1)} read`
}

function describeKey({ key, write, read, highestRate }: Use) {
  return `${key}: ${write.toFixed(2)} write and ${read.toFixed(2)} read units, ${Math.round(highestRate)} a second`
}

function hottestOf({ uses }: Measured): Use {
  const [hottest] = uses
  if (!hottest) throw new Error('no request reached the proxy')
  return hottest
}

export const unitsPerOrder: Proof = {
  id: 'C1',
  test: 'Orders through a proxy that counts the units of each DynamoDB key: no key is shared by too many',
  // With fewer orders, chance puts too many shoppers into one of the 64 queues.
  sizes: { quick: 80, short: 400, nightly: 2000 },
  unit: 'orders, and as many of one counted product',
  async run(context, size) {
    const shopOfMany = await openCloudShop(context, {
      processes: PROCESSES,
      products: PRODUCTS,
      limitFactor: LIMIT_FACTOR,
      openUnitsMax: OPEN_UNITS_MAX,
    })
    // The factors spread the lines of the orders over all products.
    const ofManyProducts = await measure(shopOfMany, size, (order) =>
      Array.from({ length: LINES_PER_ORDER }, (_, line) => `p${(order * 7 + line * 13) % PRODUCTS}`),
    )
    const tooHot = ofManyProducts.uses.filter(
      ({ write, read }) => write > WRITES_PER_ORDER_MAX || read > READS_PER_ORDER_MAX,
    )
    if (tooHot.length > 0) throw new Error(`too hot for each order: ${tooHot.map(describeKey).join('; ')}`)
    await shopOfMany.close()
    const hottest = hottestOf(ofManyProducts)
    if (hottest.highestRate < ORDERS_PER_SECOND_MIN) throw new Error(`too slow: ${describeKey(hottest)}`)
    if (centsOf(totalOf(ofManyProducts)) > CENTS_PER_1000_ORDERS_MAX)
      throw new Error(`too expensive: ${describeTotal(ofManyProducts)}`)

    const shopOfOne = await openCloudShop(context, {
      processes: PROCESSES,
      products: 1,
      stock: 1_000_000,
      limitFactor: LIMIT_FACTOR,
      openUnitsMax: OPEN_UNITS_MAX,
      local: shopOfMany.local,
    })
    const ofOneProduct = await measure(shopOfOne, size, () => ['p0'])
    const hottestOfOne = hottestOf(ofOneProduct)
    if (hottestOfOne.highestRate < ORDERS_PER_SECOND_OF_ONE_PRODUCT_MIN)
      throw new Error(`too slow: ${describeKey(hottestOfOne)}`)
    return `${PRODUCTS} products: ${describeTotal(ofManyProducts)}, hottest key ${describeKey(hottest)}; one counted product: ${unitsText(totalOf(ofOneProduct))} units, hottest key ${describeKey(hottestOfOne)}`
  },
  whyNot: whyNoDynamoDbLocal,
  mutations: [
    {
      what: 'all sales of a day have one key',
      file: 'apps/shop-api/src/adapters/dynamodb/catalogue/sales.ts',
      from: 'const SALES_SHARD_COUNT = 16',
      to: 'const SALES_SHARD_COUNT = 1',
    },
    {
      what: 'all mails and all events have one queue',
      file: 'packages/outbox/src/dynamodb-outbox-items.ts',
      from: 'const QUEUES_PER_TOPIC = 64',
      to: 'const QUEUES_PER_TOPIC = 1',
    },
    {
      what: 'all suggestions read one key',
      file: 'apps/recommendations/src/adapters/dynamodb/event-store.ts',
      from: 'const PRUNED_BEFORE_CACHE_MS = 60_000',
      to: 'const PRUNED_BEFORE_CACHE_MS = 0',
    },
  ],
}
