import { setTimeout as sleep } from 'node:timers/promises'
import type { Proof } from '../proof.ts'
import { type CloudShop, inParallel, openCloudShop, whyNoDynamoDbLocal } from './cloud-shop.ts'
import type { KeyUse } from './ledger.ts'

const WRITES_PER_ORDER_MAX = 0.5
const READS_PER_ORDER_MAX = 1.5
const RATE_MIN = 1000
const RATE_OF_ONE_PRODUCT_MIN = 300

const PROCESSES = 2
const PRODUCTS = 200
const LINES = 3
const AT_ONCE = 8

/** How often a shopper sees suggestions before an order: on the home page, product pages and the cart. */
const SUGGESTIONS = 8
/** Several times the interval of the slowest poll, so that its units are subtracted correctly. */
const IDLE_MS = 15_000

/** Much above the limits of the service: this proof counts units and waits for no tokens. */
const FACTOR = 1e6

type Use = KeyUse & { highestRate: number }

/** The units that each order adds to each key. What idle processes consume is measured and subtracted. */
async function measure(
  cloud: CloudShop,
  orders: number,
  productsOf: (order: number) => string[],
): Promise<Use[]> {
  const { ledger } = cloud.proxy
  await inParallel(orders, AT_ONCE, async (order) => {
    await cloud.fillCart(order, `shopper-${order}`, productsOf(order))
  })
  ledger.reset()
  const started = performance.now()
  await inParallel(orders, AT_ONCE, async (order) => {
    const payment = order % 2 === 0 ? { method: 'cod' } : { method: 'upi', upiId: 'asha@bank' }
    const { status, body } = await cloud.place(order, `shopper-${order}`, productsOf(order), payment)
    if (status !== 201) throw new Error(`order ${order} got ${status} ${JSON.stringify(body)}`)
    for (let shown = 0; shown < SUGGESTIONS; shown += 1) await cloud.findShopper(shown, `shopper-${order}`)
  })
  await cloud.drain(orders)
  const busyMs = performance.now() - started
  const busy = ledger.keys()

  ledger.reset()
  await sleep(IDLE_MS)
  const idle = new Map(ledger.keys().map((use) => [use.key, use]))
  const share = busyMs / IDLE_MS
  const ownUnits = (units: number, idleUnits = 0) => Math.max(0, units - share * idleUnits) / orders
  return busy
    .map((use): Use => {
      const write = ownUnits(use.write, idle.get(use.key)?.write)
      const read = ownUnits(use.read, idle.get(use.key)?.read)
      return { key: use.key, write, read, highestRate: Math.min(1000 / write, 3000 / read) }
    })
    .toSorted((a, b) => a.highestRate - b.highestRate)
}

/** Of one order over all keys. */
function totalOf(uses: readonly Use[]) {
  const write = uses.reduce((sum, use) => sum + use.write, 0)
  const read = uses.reduce((sum, use) => sum + use.read, 0)
  return `${write.toFixed(1)} write and ${read.toFixed(1)} read units in all`
}

function describe({ key, write, read, highestRate }: Use) {
  return `${key}: ${write.toFixed(2)} write and ${read.toFixed(2)} read units, ${Math.round(highestRate)} a second`
}

function hottestOf(uses: readonly Use[]): Use {
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
  isSlow: true,
  async run(context, size) {
    const many = await openCloudShop(context, { processes: PROCESSES, products: PRODUCTS, factor: FACTOR })
    const spread = await measure(many, size, (order) =>
      Array.from({ length: LINES }, (_, line) => `p${(order * 7 + line * 13) % PRODUCTS}`),
    )
    const tooHot = spread.filter(
      ({ write, read }) => write > WRITES_PER_ORDER_MAX || read > READS_PER_ORDER_MAX,
    )
    if (tooHot.length > 0) throw new Error(`too hot for each order: ${tooHot.map(describe).join('; ')}`)
    await many.close()
    const hottest = hottestOf(spread)
    if (hottest.highestRate < RATE_MIN) throw new Error(`too slow: ${describe(hottest)}`)

    const one = await openCloudShop(context, {
      processes: PROCESSES,
      products: 1,
      stock: 1_000_000,
      factor: FACTOR,
      local: many.local,
    })
    const ofOne = await measure(one, size, () => ['p0'])
    const counted = hottestOf(ofOne)
    if (counted.highestRate < RATE_OF_ONE_PRODUCT_MIN) throw new Error(`too slow: ${describe(counted)}`)
    return `${PRODUCTS} products: ${totalOf(spread)}, hottest key ${describe(hottest)}; one counted product: ${totalOf(ofOne)}, hottest key ${describe(counted)}`
  },
  whyNot: whyNoDynamoDbLocal,
  mutations: [
    {
      what: 'all sales of a day have one key',
      file: 'apps/shop-api/src/adapters/dynamodb/sales.ts',
      from: 'const SALES_SHARD_COUNT = 16',
      to: 'const SALES_SHARD_COUNT = 1',
    },
    {
      what: 'all mails and all events have one queue',
      file: 'packages/outbox/src/dynamodb-outbox.ts',
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
