import { fork } from 'node:child_process'
import { join } from 'node:path'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { ProofContext } from '../proof-context.ts'
import { sendJson } from '../shopper.ts'
import { type CloudShop, PRICE } from './cloud-shop.ts'

const PROCESS = join(import.meta.dirname, 'shop-process.ts')

export type ShopProcess = { url: string; kill: () => void }

type StartOptions = {
  /** Without it, mails are only reported to `onMail`. */
  smtpUrl?: string
  onMail?: (messageId: string) => void
}

/** Starts a Shop API in a process of its own, on the tables of `cloud` and through its proxy. */
export async function startShopProcess(
  context: ProofContext,
  { proxy, tables }: Pick<CloudShop, 'proxy' | 'tables'>,
  { smtpUrl, onMail }: StartOptions = {},
): Promise<ShopProcess> {
  const settings = { endpoint: proxy.endpoint, tables, smtpUrl }
  const child = fork(PROCESS, [JSON.stringify(settings)], { stdio: 'inherit' })
  context.atEnd(() => child.kill('SIGKILL'))
  const { promise, resolve } = Promise.withResolvers<number>()
  child.on('message', ({ port, messageId }: { port?: number; messageId?: string }) => {
    if (port !== undefined) resolve(port)
    if (messageId !== undefined) onMail?.(messageId)
  })
  return { url: `http://127.0.0.1:${await promise}`, kill: () => child.kill('SIGKILL') }
}

/** Orders one unit of `p0`. The status is null when the process was killed meanwhile. */
export async function orderAt({ url }: ShopProcess, shopper: string, headers: Record<string, string> = {}) {
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
