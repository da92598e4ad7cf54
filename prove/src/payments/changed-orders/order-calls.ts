import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { callFleet, type Fleet, type FleetShopper } from '../../fleet/fleet.ts'

/** In rupees. Two prices are equal, so that an edit may replace a product by one of the same price. */
const PRICES = { 'proof-barfi': 120, 'proof-laddoo': 120, 'proof-sev': 33.35 }
export type Snack = keyof typeof PRICES
export const SNACKS = Object.keys(PRICES) as Snack[]
/** The units of each snack that the shop receives, in two batches. */
const RECEIVED = 40_000

/** What an operator or a shopper gets as a response. */
// oxlint-disable-next-line typescript/no-explicit-any -- parsed JSON, checked by the proof that reads it
type Reply = { status: number; data: any; code: string | undefined }

/** A response that says nothing of the order: it is repeated, perhaps at another process. */
const RETRIED_CODES = new Set(['REQUEST_IN_PROGRESS'])

/** Whatever a rule of the shop may answer to a step that does not fit the order any more. */
const ANSWERS = new Set([200, 201, 302, 303, 402, 404, 409, 412])

/** Each n-th call is sent once more. */
const REPEATED_CALL = 4

/** Calls of people who know the order, each repeated with its key until there is a response. */
export type OrderCalls = {
  operator: (method: string, path: string, body?: object) => Promise<Reply>
  shopper: (method: string, path: string, body?: object) => Promise<Reply>
  /** Sends the form of a bank's page, as the shopper's browser does. */
  bank: (fields: Record<string, string>) => Promise<void>
}

export function orderCalls(fleet: Fleet, seed: number): OrderCalls {
  let calls = 0
  async function call(caller: FleetShopper, method: string, path: string, body?: object): Promise<Reply> {
    const key = `history-${seed}-${(calls += 1)}`
    const request = { method, path, key, ...(body && { body }) }
    const send = () => callFleet({ isBusy }, fleet.urls, seed + calls, caller, request)
    const response = await send()
    // As after a lost response. The repeated call must change nothing, and an edit is told again.
    if (method !== 'GET' && calls % REPEATED_CALL === 0) {
      const repeated = await send()
      if (path.endsWith('/edits') && response.status === 200 && repeated.status !== 200)
        throw new Error(`a repeated edit got ${repeated.status}`)
    }
    if (!ANSWERS.has(response.status))
      throw new Error(`${method} ${path} got ${response.status} ${JSON.stringify(response.body)}`)
    const data = (response.body as { data?: unknown } | null)?.data
    return { status: response.status, data, code: codeOf(response.body) }
  }
  const shopper = fleet.shopperAt(seed)
  return {
    operator: (method, path, body) => call(fleet.operator, method, path, body),
    shopper: (method, path, body) => call(shopper, method, path, body),
    async bank(fields) {
      // The simulator's webhook has the fields of the page as JSON.
      await call(shopper, 'POST', '/payments/simulator/webhook', { ...fields, result: 'paid' })
    },
  }
}

function isBusy(status: number, body?: unknown) {
  return status === 503 || RETRIED_CODES.has(codeOf(body) ?? '')
}

function codeOf(body: unknown) {
  return (body as { code?: string } | null | undefined)?.code
}

/** Creates the snacks, and receives their units in two batches each. */
export async function stockShop(fleet: Fleet) {
  const { operator } = orderCalls(fleet, 0)
  for (const [products_id, price] of Object.entries(PRICES)) {
    await operator('POST', '/products', {
      products_id,
      name: products_id,
      description: 'A snack of a proof',
      price,
      category: 'Chips',
      imageUrl: '/images/sev.webp',
      stock: 0,
    })
    for (const [batch, bestBefore] of [
      ['B1', '2090-01-01'],
      ['B2', '2090-02-01'],
    ]) {
      const body = { kind: 'received', units: RECEIVED / 2, batch, bestBefore }
      await operator('POST', `/admin/products/${products_id}/stock`, body)
    }
  }
}

export type Units = { [S in Snack]?: number }

export function itemsOf(units: Units) {
  return Object.entries(units)
    .filter(([, quantity]) => quantity > 0)
    .map(([productId, quantity]) => ({ productId, quantity }))
}

/** In rupees, without rounding errors. */
export function priceOf(units: Units) {
  const paise = SNACKS.map((snack) => Math.round(PRICES[snack] * 100) * (units[snack] ?? 0))
  return paise.reduce((sum, each) => sum + each, 0) / 100
}

export function toPaise(rupees = 0) {
  return Math.round(rupees * 100)
}

export async function readOrder({ operator }: OrderCalls, purchaseId: string): Promise<DeskOrder> {
  return (await operator('GET', `/admin/orders/${purchaseId}`)).data
}

export const ADDRESS = homeAddress
