import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { readShopFile } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { CARD, donutOrder, type Shopper, createShoppers, itemAt } from '../shopper.ts'
import { runLoadWithKills } from './load-with-kills.ts'
import { startRestartableStore } from './restartable-store.ts'
import { purchaseIdOrError, fetchIdsWithoutDonut } from './shop-calls.ts'

const SHOPPERS = 8
const CLIENTS = 32
/** Of ten requests, this many are orders. The others are cart adds. */
const ORDERS_AMONG_TEN = 3
/**
 * Each cart gets about this many units of one product, then of the next. A cart line holds at most
 * 999.
 */
const UNITS_PER_LINE = 900

/** The reconciler gives up an order without a charge after a minute. The proof waits longer. */
const SETTLED_WITHIN_MS = 90_000
const CHECK_INTERVAL_MS = 500

export const killedUnderLoad: Proof = {
  id: 'R4',
  test: 'The store is killed and restarted under a mixed load of cart adds and orders',
  sizes: { quick: 2, short: 25, nightly: 1000 },
  unit: 'kills',
  async run(context, size) {
    const store = await startRestartableStore(context)
    const shoppers = await createShoppers(store.url, SHOPPERS)
    const snacks = await fetchIdsWithoutDonut(store.url)
    const acknowledged: Acknowledged = { orders: [], cartAdds: [] }

    const { perSecond, slowestRestartMs } = await runLoadWithKills(store, {
      clients: CLIENTS,
      kills: size,
      responsesBeforeKill: () => randomInt(150, 350),
      request: (client) => addOrOrder(itemAt(shoppers, client), snacks, acknowledged),
    })

    await waitUntilSettled(store.dataFolder)
    const orders = valuesOf(store.dataFolder, 'SELECT purchaseId AS value FROM orders')
    // The store puts `key:` before a client's key.
    const storedAdds = valuesOf(
      store.dataFolder,
      `SELECT replace(key, 'key:', '') AS value FROM cartOperations`,
    )
    const [counts] = readShopFile<Record<string, number>>(store.dataFolder, COUNTS)
    expectFigures({
      'confirmed orders that are lost': [acknowledged.orders.filter((id) => !orders.has(id)).length, 0],
      'confirmed cart adds that are lost': [
        acknowledged.cartAdds.filter((key) => !storedAdds.has(key)).length,
        0,
      ],
      'orders without lines': [counts?.['withoutLines'], 0],
      'orders without a mail': [counts?.['withoutMail'], 0],
      'orders left between two states': [counts?.['unfinished'], 0],
      'orders by card and charges': [counts?.['byCard'], counts?.['charges']],
      'carts with wrong quantities': [counts?.['wrongCarts'], 0],
      integrity: [[...valuesOf(store.dataFolder, 'PRAGMA integrity_check', 'integrity_check')].join(), 'ok'],
    })
    const count = acknowledged.orders.length + acknowledged.cartAdds.length
    return `${count} acknowledged writes, 0 lost, at ${Math.round(perSecond)} a second; ${orders.size} orders, each with lines and mail; integrity ok; ready again after ${(slowestRestartMs / 1000).toFixed(1)} s at most`
  },
  mutations: [
    {
      what: 'a write is confirmed before its commit',
      file: 'packages/sqlite/src/writer.ts',
      from: `  try {
    connection.exec('BEGIN IMMEDIATE')
  } catch (error) {
    for (const write of batch) write.reject(error)
    return null
  }
  try {
    const settles = batch.map(runOne)
    connection.exec('COMMIT')`,
      to: `  if (!connection.isTransaction) {
    connection.exec('BEGIN IMMEDIATE')
    setTimeout(() => connection.isTransaction && connection.exec('COMMIT'), 50)
  }
  try {
    const settles = batch.map(runOne)`,
    },
    {
      what: 'the mail of an order is not in its transaction',
      file: 'apps/shop-api/src/sqlite-storage.ts',
      from: 'addEntries(entriesOf.mail(...mail))',
      to: 'void setTimeout(() => void database.write(() => addEntries(entriesOf.mail(...mail))), 50)',
    },
  ],
}

/** The confirmed writes: orders by purchase id, cart adds by idempotency key. */
type Acknowledged = { orders: string[]; cartAdds: string[] }

async function addOrOrder({ call, userId }: Shopper, snacks: string[], acknowledged: Acknowledged) {
  const key = randomUUID()
  const headers = { [IDEMPOTENCY_KEY_HEADER]: key }
  if (randomInt(10) < ORDERS_AMONG_TEN) {
    const order = donutOrder(1, randomInt(2) === 0 ? CARD : { method: 'cod' })
    const response = await call('POST', `/purchases/${userId}`, order, headers)
    if (response.status !== 201) throw new Error(`an order got ${purchaseIdOrError(response)}`)
    acknowledged.orders.push(purchaseIdOrError(response))
    return
  }
  // The shoppers' carts get about the same number of adds.
  const productId = snacks[Math.floor(acknowledged.cartAdds.length / SHOPPERS / UNITS_PER_LINE)]
  const response = await call('POST', `/carts/${userId}`, { productId, quantity: 1 }, headers)
  if (response.status !== 200) throw new Error(`a cart add got ${JSON.stringify(response.body)}`)
  acknowledged.cartAdds.push(key)
}

/**
 * A right cart has one unit for each add, and its version is the number of its adds and orders.
 * `wrongCarts` counts all others.
 */
const COUNTS = `
  SELECT
    (SELECT count(*) FROM orders WHERE json_array_length(lines) = 0) AS withoutLines,
    (SELECT count(*) FROM orders WHERE NOT EXISTS
      (SELECT 1 FROM outbox WHERE topic = 'mail' AND key = 'order-confirmed:' || purchaseId)) AS withoutMail,
    (SELECT count(*) FROM orders WHERE state <> 'placed') AS unfinished,
    (SELECT count(*) FROM orders WHERE payment ->> 'method' = 'card') AS byCard,
    (SELECT count(*) FROM documents WHERE sk = 'charge') AS charges,
    (SELECT count(*) FROM carts WHERE
      (SELECT coalesce(sum(line.value ->> 'quantity'), 0) FROM json_each(lines) AS line)
        <> (SELECT count(*) FROM cartOperations WHERE userId = carts.userId)
      OR version <> (SELECT count(*) FROM cartOperations WHERE userId = carts.userId)
        + (SELECT count(*) FROM orders WHERE userId = carts.userId)) AS wrongCarts
`

/**
 * Waits until the reconciler has settled the orders that a kill interrupted. An order that is still
 * not settled after the timeout is in the figures.
 */
async function waitUntilSettled(dataFolder: string) {
  for (let waited = 0; waited < SETTLED_WITHIN_MS; waited += CHECK_INTERVAL_MS) {
    const unsettled = valuesOf(dataFolder, `SELECT purchaseId AS value FROM orders WHERE state = 'charging'`)
    if (unsettled.size === 0) return
    await wait(CHECK_INTERVAL_MS)
  }
}

function valuesOf(dataFolder: string, sql: string, column = 'value') {
  return new Set(readShopFile<Record<string, string>>(dataFolder, sql).map((row) => row[column]))
}
