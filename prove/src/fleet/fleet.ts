import { setTimeout as sleep } from 'node:timers/promises'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { SimulatedCharge } from '@nashta/shop-api/payments/simulator/simulated-charge'
import { type ApiResponse, itemAt, sendJson, type Shopper } from '../shopper.ts'

export type FleetShopper = Pick<Shopper, 'userId' | 'accessToken'>

/** The share of requests to storage that get a fault. */
type StorageFaults = { lost?: number; throttled?: number }

/** What is stored of the orders of a proof. Amounts are in paise. */
export type StoredHistory = {
  /** The units that each order has taken, without what was returned or lost. */
  orders: { purchaseId: string; taken: { productId: string; quantity: number }[] }[]
  /** The payments as the simulator knows them. `refundedPaise` has gone back by the simulator. */
  charges: { key: string; takenPaise: number; refundedPaise: number }[]
  /** Every mail that was queued, sent or not. */
  mails: { kind: string; key: string }[]
}

/** What is stored after a proof. `charges` are those that were not declined. */
type Balance = { orderIds: string[]; charges: number; mails: number; unitsSold: number }

/** Processes with one storage: one process on SQLite, or several on DynamoDB. */
export type Fleet = {
  /** The addresses of the processes. A process that replaces a killed one may have a new address. */
  urls: () => readonly string[]
  /** A shopper for each index. A fleet with few shoppers starts again at the first one. */
  shopperAt: (index: number) => FleetShopper
  /** May hand orders over. */
  operator: FleetShopper
  /** Shoppers order `ordered`. `other` is for their carts. */
  snacks: Record<'ordered' | 'other', { productId: string; price: number }>
  /** Whether a response asks for a repetition: another process has the same order, or storage is busy. */
  isBusy: (status: number, body?: unknown) => boolean
  /** Kills a process and starts another one in its place. */
  replace: (index: number) => Promise<void>
  /** Has no effect on SQLite, whose storage is inside the process. */
  setStorageFaults: (faults: StorageFaults) => void
  /** Ends the fleet. */
  readBalance: () => Promise<Balance>
  /** Ends the fleet. */
  readHistory: () => Promise<StoredHistory>
}

/**
 * How long a call is repeated. Within this time a killed process has started again, and an order that
 * it was charging is settled: the reconciler asks the provider after a minute.
 */
const GIVE_UP_MS = 150_000
const RETRY_MS = 50

type Call = { method: string; path: string; body?: object; key?: string }

/**
 * Sends the request until there is a response, each time to the next process. A call with a key is
 * repeated after a lost response too.
 */
export async function callFleet(
  { isBusy }: Pick<Fleet, 'isBusy'>,
  urls: () => readonly string[],
  index: number,
  { accessToken }: FleetShopper,
  { method, path, body, key }: Call,
): Promise<ApiResponse> {
  const end = performance.now() + GIVE_UP_MS
  let last = 'no connection'
  for (let tries = 0; performance.now() < end; tries += 1) {
    const headers = {
      authorization: `Bearer ${accessToken}`,
      ...(key !== undefined && { [IDEMPOTENCY_KEY_HEADER]: key }),
    }
    const sent = sendJson(`${itemAt(urls(), index + tries)}${SHOP_API_BASE}${path}`, {
      method,
      headers,
      body,
    })
    const response = await (key === undefined ? sent : sent.catch(() => null))
    if (response && !isBusy(response.status, response.body)) return response
    if (response) last = `${response.status} ${JSON.stringify(response.body)}`
    await sleep(RETRY_MS)
  }
  throw new Error(`${method} ${path} got no response in ${GIVE_UP_MS / 1000} seconds, last ${last}`)
}

/** The body of an order of one unit, paid at once. */
export function fleetOrder({ snacks: { ordered } }: Fleet) {
  return {
    items: [{ productId: ordered.productId, quantity: 1 }],
    totalAmount: ordered.price,
    paymentDetails: { method: 'upi', upiId: 'asha@bank' },
    shippingAddress: homeAddress,
  }
}

/** A payment as the simulator stores it. Money that waits for the bank's page was not taken. */
export function toCharge(key: string, body: SimulatedCharge): StoredHistory['charges'][number] {
  const { declined, bankPage, amountPaise } = body
  const refunds: { amountPaise: number }[] = Object.values(JSON.parse(body.refunds))
  return {
    key,
    takenPaise: declined === null && bankPage !== 'open' ? amountPaise : 0,
    refundedPaise: refunds.reduce((sum, refund) => sum + refund.amountPaise, 0),
  }
}

/** The pieces in the carts of the shoppers with an index below `count`. */
export async function countPiecesInCarts(fleet: Fleet, count: number): Promise<number> {
  const shoppers = Array.from({ length: count }, (_, index) => fleet.shopperAt(index))
  let pieces = 0
  for (const shopper of new Map(shoppers.map((each) => [each.userId, each])).values()) {
    const call = { method: 'GET', path: `/carts/${shopper.userId}` }
    const { body } = await callFleet(fleet, fleet.urls, 0, shopper, call)
    const { data } = body as { data: { items: { quantity: number }[] } }
    pieces += data.items.reduce((sum, { quantity }) => sum + quantity, 0)
  }
  return pieces
}
