import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isRefused, isShopError, type ShopError } from '@nashta/contracts/api/shop-error'
import { placePurchase, type Purchase } from '@nashta/contracts/orders/purchase'
import type { OrderRequest } from './order-request.ts'
import type { CheckoutAttempt, StoredAttempt } from './stored-attempt.ts'

/** Before each of the three POST requests. */
const POST_DELAYS_MS = [0, 1000, 3000]
const POLL_INTERVAL_MS = 4000
/** Together longer than the store waits for a bank. */
const POLLS = 6

export type OrderOutcome =
  | { kind: 'placed'; order: Purchase }
  | { kind: 'refused'; error: ShopError }
  /** The store responded and has no such order. */
  | { kind: 'not-placed' }
  /** The shopper left the page before the outcome was known. */
  | { kind: 'unknown' }

export type PlaceOrderDeps = {
  attempts: StoredAttempt
  postOrder: (request: OrderRequest, idempotencyKey: string) => Promise<Purchase>
  /** Null before the shopper's first order. */
  fetchNewestOrder: () => Promise<Purchase | null>
  wait: (ms: number) => Promise<void>
  hasLeft: () => boolean
  /** Every response was lost: from now on the outcome is looked up. */
  onOutcomeUnknown: () => void
}

/**
 * Places one order, at most once: POST under the attempt's idempotency key, retry when the response is lost, then
 * poll the shopper's newest order. A lost response is no refusal: the money may have moved.
 */
export async function placeOrder(
  deps: PlaceOrderDeps,
  attempt: CheckoutAttempt,
  request: OrderRequest,
): Promise<OrderOutcome> {
  const { attempts, postOrder, fetchNewestOrder, wait, onOutcomeUnknown } = deps
  let { after } = attempt
  for (const [lostResponses, delay] of POST_DELAYS_MS.entries()) {
    if (delay > 0) await wait(delay)
    try {
      if (after === undefined) after = (await fetchNewestOrder())?.purchaseId ?? null
      attempts.markSent(attempt, after)
      const order = await postOrder(request, attempt.key)
      return conclude(deps, { kind: 'placed', order })
    } catch (error) {
      if (!isDefinite(error)) continue
      if (error.code === 'IDEMPOTENCY_KEY_REUSED') return findEarlierOrder(deps, after)
      if (CLOSING_CODES.has(error.code)) attempts.close()
      else if (lostResponses === 0 && !attempt.unsure) attempts.markUnsent()
      return { kind: 'refused', error }
    }
  }
  onOutcomeUnknown()
  return conclude(deps, await pollForOrder(deps, after))
}

/** The outcome of an order that this tab sent before a reload. */
export async function recoverOrder(deps: PlaceOrderDeps, { after }: CheckoutAttempt): Promise<OrderOutcome> {
  return conclude(deps, await pollForOrder(deps, after))
}

export async function postOrder(
  fetchShop: FetchShop,
  userId: string,
  body: OrderRequest,
  idempotencyKey: string,
): Promise<Purchase> {
  const { data } = await fetchShop(placePurchase, { params: { userId }, body, idempotencyKey })
  return data
}

/** The key was sent before with another card or address, and the outcome of that order is not known. */
async function findEarlierOrder(deps: PlaceOrderDeps, after: CheckoutAttempt['after']) {
  deps.onOutcomeUnknown()
  const outcome = await pollForOrder(deps, after)
  if (outcome.kind === 'not-placed') deps.attempts.close()
  return conclude(deps, outcome)
}

/** Counts only polls that got a response, so the store has had time to finish an order in progress. */
async function pollForOrder(
  { fetchNewestOrder, wait, hasLeft }: PlaceOrderDeps,
  after: CheckoutAttempt['after'],
): Promise<OrderOutcome> {
  for (let responses = 0; responses < POLLS;) {
    if (hasLeft()) return { kind: 'unknown' }
    try {
      const newest = await fetchNewestOrder()
      if (newest && after !== undefined && newest.purchaseId !== after)
        return { kind: 'placed', order: newest }
      responses += 1
    } catch {
      // The store cannot be reached: poll on.
    }
    await wait(POLL_INTERVAL_MS)
  }
  return { kind: 'not-placed' }
}

function conclude({ attempts }: PlaceOrderDeps, outcome: OrderOutcome): OrderOutcome {
  if (outcome.kind === 'placed') attempts.close()
  if (outcome.kind === 'not-placed') attempts.markUnsent()
  return outcome
}

const NOT_YET_CODES = new Set<string | null>(['REQUEST_IN_PROGRESS', 'REQUEST_TIMEOUT'])

function isDefinite(error: unknown): error is ShopError {
  return isShopError(error) && isRefused(error) && !NOT_YET_CODES.has(error.code)
}

/** Refusals of this order. Others, such as a missing sign-in or a rate limit, keep the attempt and its key. */
const CLOSING_CODES = new Set<string | null>([
  'PAYMENT_DECLINED',
  'PRICE_CHANGED',
  'OUT_OF_STOCK',
  'PRODUCT_UNAVAILABLE',
  'VALIDATION_FAILED',
])
