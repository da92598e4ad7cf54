import { setTimeout as sleep } from 'node:timers/promises'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { expectFigures, type Proof } from '../proof.ts'
import { findStaleReads } from '../reliability/cart-model.ts'
import { explainCart } from '../reliability/explain-cart.ts'
import { isCutOff } from '../reliability/load-with-kills.ts'
import { createRecordedClient, exportHistory, newHistory } from '../reliability/recorded-client.ts'
import { countListsThatMissAnOrder, unitsSold } from '../reliability/recorded-histories.ts'
import { type Shopper, sendJson } from '../shopper.ts'
import { PRICE, processCount, whyNoDynamoDbLocal } from './cloud-shop.ts'
import { fillTables, type ShopProcess, startShopProcess } from './shop-processes.ts'
import { readBalance } from './stock-balance.ts'

const CLIENTS = 8
const SHOPPERS = 3
const SNACKS = ['p0', 'p1', 'p2'].map((productId) => ({ productId, price: PRICE }))
const OPERATIONS_PER_KILL = 100
/** The stock is so small that some orders are refused. */
const STOCK_PER_OPERATION = 0.04
const SIZES = { quick: 120, short: 2000, nightly: 20_000 }
const RETRY_MS = 50
const TRIES_MAX = 400
const PROBLEMS_SHOWN = 3

export const cloudRecordedHistories: Proof = {
  id: 'C9',
  test: `Recorded histories of ${CLIENTS} clients on ${SHOPPERS} carts of several processes on DynamoDB, with kills and throttling`,
  sizes: SIZES,
  unit: 'operations',
  async run(context, size) {
    const stock = Math.ceil(size * STOCK_PER_OPERATION)
    const cloud = await fillTables(context, { products: SNACKS.length, stock })
    const processes: ShopProcess[] = []
    for (let index = 0; index < processCount(size, SIZES); index += 1)
      processes.push(await startShopProcess(context, cloud))
    Object.assign(cloud.proxy.faults, { throttled: 0.1, late: 0.05, lateMs: 50 })

    const recorded = newHistory()
    const clients = Array.from({ length: CLIENTS }, (_, client) =>
      createRecordedClient(shopperAt(processes, client), SNACKS, recorded),
    )
    let operations = 0
    let kills = 0
    await Promise.all(
      clients.map(async ({ sendNext }) => {
        while (operations < size) {
          operations += 1
          // The count is checked now, because other clients raise it while this one waits.
          const mustKill = operations % OPERATIONS_PER_KILL === 0
          await retryUntilResponse(sendNext)
          if (!mustKill) continue
          const victim = kills % processes.length
          kills += 1
          processes[victim]?.kill()
          processes[victim] = await startShopProcess(context, cloud)
        }
      }),
    )
    Object.assign(cloud.proxy.faults, { throttled: 0, late: 0 })
    // A purchase response does not contain the cart, so the cart is read at the end.
    for (const { readCart } of clients) await retryUntilResponse(readCart)
    for (const { kill } of processes) kill()
    exportHistory('C9', stock, recorded)

    const { made, seen, sold } = recorded
    const unexplained = [...made].flatMap(([userId, changes]) => explainCart(changes, seen.get(userId) ?? []))
    const oldCarts = [...seen.values()].flatMap((reads) => findStaleReads(reads, ({ version }) => version))
    let unbalanced = 0
    let oversold = 0
    let orders = 0
    for (const { productId } of SNACKS) {
      const balance = await readBalance(cloud.direct, cloud.tables, productId)
      // Each balance counts the orders of all products.
      orders = balance.orderIds.length
      if (balance.unitsLeft !== stock - unitsSold(sold, productId)) unbalanced += 1
      if (balance.unitsLeft < 0) oversold += 1
    }
    expectFigures({
      'carts that cannot be explained': [unexplained.slice(0, PROBLEMS_SHOWN).join('; '), ''],
      'carts older than one seen before': [oldCarts.length, 0],
      'products whose orders and stock differ': [unbalanced, 0],
      'products with a stock below 0': [oversold, 0],
      'order lists that miss an order': [countListsThatMissAnOrder(recorded), 0],
      'stored orders': [orders, sold.length],
      'different orders that clients received': [new Set(sold.map(({ order }) => order)).size, sold.length],
    })
    const changes = [...made.values()].reduce((sum, list) => sum + list.length, 0)
    return `${changes} changes on ${processes.length} processes over ${kills} kills, all explained by one sequence; ${sold.length} orders, which match the stock`
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
      what: 'more is sold than the stock',
      file: 'apps/shop-api/src/adapters/dynamodb/orders/stock-reservation.ts',
      from: "ConditionExpression: 'units >= :quantity AND attribute_not_exists(held.#order)',",
      to: "ConditionExpression: 'attribute_not_exists(held.#order)',",
    },
  ],
}

/** A shopper who sends each request to another process, and repeats it while the shop is busy. */
function shopperAt(processes: readonly ShopProcess[], client: number): Shopper {
  const userId = `shopper-${client % SHOPPERS}`
  let sent = client
  return {
    userId,
    email: '',
    accessToken: userId,
    async call(method, path, body, headers) {
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        sent += 1
        const response = await sendJson(`${processes[sent % processes.length]?.url}${SHOP_API_BASE}${path}`, {
          method,
          headers: { authorization: `Bearer ${userId}`, ...headers },
          body,
        })
        // An order that is in flight in another process is refused with Retry-After too.
        const isBusy = response.status === 503 || response.headers.has('retry-after')
        if (!isBusy) return response
        await sleep(RETRY_MS)
      }
      throw new Error(`${method} ${path} was refused ${TRIES_MAX} times`)
    },
  }
}

/**
 * Repeats `work` while its process is killed before it responds. When it is repeated, a recorded
 * client first resends the request that got no response.
 */
async function retryUntilResponse(work: () => Promise<unknown>) {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    try {
      await work()
      return
    } catch (error) {
      if (!isCutOff(error)) throw error
      await sleep(RETRY_MS)
    }
  }
  throw new Error(`no process responded in ${TRIES_MAX} tries`)
}
