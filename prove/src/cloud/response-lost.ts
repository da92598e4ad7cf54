import { setTimeout as sleep } from 'node:timers/promises'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { startLossyProxy } from '../lossy-proxy.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { runConcurrently } from '../run-concurrently.ts'
import { itemAt, sendJson } from '../shopper.ts'
import { processCount, whyNoDynamoDbLocal } from './cloud-shop.ts'
import { fillTables, orderUntilPlaced, type ShopProcess, startShopProcess } from './shop-processes.ts'
import { readBalance } from './stock-balance.ts'

const AT_ONCE = 4
/** More than the largest run sells. */
const STOCK = 5000
const TRIES_MAX = 30
const RETRY_MS = 50
const SIZES = { quick: 6, short: 100, nightly: 1000 }

export const cloudResponseLost: Proof = {
  id: 'C12',
  test: 'Responses of several processes on DynamoDB are lost after the commit, and clients retry at another process',
  sizes: SIZES,
  unit: 'orders, and as many cart adds',
  async run(context, size) {
    const processTotal = processCount(size, SIZES)
    const cloud = await fillTables(context, { products: 1, stock: STOCK })
    const processes: ShopProcess[] = []
    for (let index = 0; index < processTotal; index += 1)
      processes.push(await startShopProcess(context, cloud))
    const proxies = await Promise.all(processes.map(({ url }) => startLossyProxy(url)))
    for (const proxy of proxies) context.atEnd(() => proxy.close())
    const lossy = proxies.map(({ url }, index) => ({ ...itemAt(processes, index), url }))
    Object.assign(cloud.proxy.faults, { lost: 0.02, throttled: 0.05 })

    await runConcurrently(size, AT_ONCE, async (order) => {
      await orderUntilPlaced(lossy, order)
      await addUntilStored(lossy, order)
    })
    Object.assign(cloud.proxy.faults, { lost: 0, throttled: 0 })

    let pieces = 0
    for (let order = 0; order < size; order += 1)
      pieces += await piecesInCart(itemAt(processes, order), order)
    for (const { kill } of processes) kill()
    const balance = await readBalance(cloud.direct, cloud.tables, 'p0')
    const lost = proxies.reduce((sum, proxy) => sum + proxy.lost(), 0)
    expectFigures({
      orders: [balance.orders, size],
      charges: [balance.charges, size],
      mails: [balance.mails, size],
      'units left': [balance.unitsLeft, STOCK - size],
      'pieces in carts': [pieces, size],
      'responses that were lost': [lost >= 2 * size, true],
    })
    return `${size} orders and ${size} pieces in carts of ${processTotal} processes, none twice, none missing; ${lost} responses lost on the way`
  },
  whyNot: whyNoDynamoDbLocal,
  mutations: [
    {
      what: 'an order is not found by its key',
      file: 'apps/shop-api/src/orders/order/purchase.ts',
      from: '  }\n  return stored.purchaseId',
      to: '  }\n  return null',
    },
    {
      what: 'a cart change is not found by its key',
      file: 'apps/shop-api/src/adapters/dynamodb/cart-store.ts',
      from: "items.filter((item) => 'fingerprint' in item)",
      to: "items.filter((item) => 'neverSet' in item)",
    },
  ],
}

/** Adds one piece to the shopper's cart, at one process after the other until a response comes. */
async function addUntilStored(processes: readonly ShopProcess[], order: number) {
  const shopper = `shopper-${order}`
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const { url } = itemAt(processes, order + tries)
    const sent = sendJson(`${url}/api/carts/${shopper}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shopper}`, [IDEMPOTENCY_KEY_HEADER]: `add-${order}` },
      body: { productId: 'p0', quantity: 1 },
    })
    const { status } = await sent.catch(() => ({ status: null }))
    if (status === 200 || status === 201) return
    // null: the response was lost. 503: storage is busy.
    if (status !== null && status !== 503) throw new Error(`a cart add got ${status}`)
    await sleep(RETRY_MS)
  }
  throw new Error(`cart add ${order} got no response in ${TRIES_MAX} tries`)
}

async function piecesInCart({ url }: ShopProcess, order: number): Promise<number> {
  const shopper = `shopper-${order}`
  const { body } = await sendJson(`${url}/api/carts/${shopper}`, {
    headers: { authorization: `Bearer ${shopper}` },
  })
  const { data } = body as { data: { items: { quantity: number }[] } }
  return data.items.reduce((sum, { quantity }) => sum + quantity, 0)
}
