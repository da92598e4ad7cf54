import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { StoreSettings } from '@nashta/store/store-process.fixture'
import type { ProofContext } from '../proof-context.ts'
import { itemAt, sendJson } from '../shopper.ts'
import { type CloudShop, type CloudShopOptions, openCloudShop, PRICE } from './cloud-shop.ts'

const MAIN_FILE = join(import.meta.dirname, 'shop-process.ts')
const TRIES_MAX = 200
const RETRY_MS = 100

export type ShopProcess = { url: string; kill: () => void }

type StartOptions = {
  smtpUrl?: string
  /** Settings of payments. */
  settings?: StoreSettings
  /** Without `smtpUrl`, mails are not sent, and `onMail` gets their message ids. */
  onMail?: (messageId: string) => void
}

/** Creates and fills the tables of the processes of `startShopProcess`, and starts their proxy. */
export async function fillTables(
  context: ProofContext,
  options: Pick<CloudShopOptions, 'products' | 'stock'>,
) {
  const cloud = await openCloudShop(context, { processes: 1, ...options })
  // Only the Shop API that filled the tables is closed. The tables and the proxy stay.
  await cloud.close()
  return cloud
}

/** Starts a Shop API in a process of its own, on the tables of `cloud` and through its proxy. */
export async function startShopProcess(
  context: ProofContext,
  { proxy, tables }: Pick<CloudShop, 'proxy' | 'tables'>,
  { smtpUrl, settings, onMail }: StartOptions = {},
): Promise<ShopProcess> {
  const shared = { endpoint: proxy.endpoint, tables, smtpUrl, settings }
  const child = fork(MAIN_FILE, [JSON.stringify(shared)], { stdio: 'inherit' })
  context.atEnd(() => child.kill('SIGKILL'))
  const { promise, resolve } = Promise.withResolvers<number>()
  child.on('message', ({ port, messageId }: { port?: number; messageId?: string }) => {
    if (port !== undefined) resolve(port)
    if (messageId !== undefined) onMail?.(messageId)
  })
  return { url: `http://127.0.0.1:${await promise}`, kill: () => child.kill('SIGKILL') }
}

/** Orders one unit of `p0`. The status is null when the process was killed meanwhile. */
async function sendOrder({ url }: ShopProcess, shopper: string, headers: Record<string, string> = {}) {
  const sent = sendJson(`${url}/api/purchases/${shopper}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shopper}`, ...headers },
    body: {
      items: [{ productId: 'p0', quantity: 1 }],
      totalAmount: PRICE,
      paymentDetails: { method: 'upi', upiId: 'asha@bank' },
      shippingAddress: homeAddress,
    },
  })
  return sent.catch(() => ({ status: null, body: null }))
}

/**
 * Sends the same order to one process after the other until it is placed. The caller may replace
 * killed processes in the list meanwhile.
 */
export async function orderUntilPlaced(processes: readonly ShopProcess[], order: number) {
  const shopper = `shopper-${order}`
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const process = itemAt(processes, order + tries)
    const { status } = await sendOrder(process, shopper, { [IDEMPOTENCY_KEY_HEADER]: shopper })
    if (status === 201) return
    // null: the process was killed. 409: the order is in flight in another process. 503: storage is
    // busy.
    if (status !== null && status !== 409 && status !== 503) throw new Error(`an order got ${status}`)
    await sleep(RETRY_MS)
  }
  throw new Error(`order ${order} was not placed in ${TRIES_MAX} tries`)
}
