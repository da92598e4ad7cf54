import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isRefused, type ShopError } from '@nashta/contracts/api/shop-error'
import type { CartItem } from '@nashta/contracts/cart/cart'
import type { OrderDetails } from '@nashta/contracts/orders/order-details'
import type { PaymentChoice } from '@nashta/contracts/orders/payment-details'
import { placePurchase, type Purchase } from '@nashta/contracts/orders/purchase'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import type { CheckoutAttempt, CheckoutAttempts } from './checkout-attempts.ts'

/** The order is sent at most three times. Each number is the delay before one try. */
const POST_DELAYS_MS = [0, 1000, 3000]
const POLL_INTERVAL_MS = 4000
/** Six polls take 24 seconds: longer than the 15 seconds that the store waits for a bank. */
const POLL_RESPONSES_MAX = 6

/** With these codes the outcome is still open, so the POST is retried. */
const RETRY_CODES = new Set<string | null>(['REQUEST_IN_PROGRESS', 'REQUEST_TIMEOUT'])

/**
 * These codes refuse the order itself, so the attempt ends. After other refusals, such as a missing
 * sign-in or a rate limit, the attempt goes on with its key.
 */
const ORDER_REFUSED_CODES = new Set<string | null>([
  'PAYMENT_DECLINED',
  'PAYMENT_METHOD_UNAVAILABLE',
  'SHOP_NOT_OPEN',
  'PRICE_CHANGED',
  'OUT_OF_STOCK',
  'PRODUCT_UNAVAILABLE',
  'VALIDATION_FAILED',
  'OPEN_ORDERS_LIMITED',
  'QUANTITY_LIMITED',
  'COD_LIMITED',
  'COD_UNAVAILABLE',
  'ADDRESS_NOT_SERVED',
])

/** The body of the POST request that places an order. */
export type OrderRequest = {
  items: readonly CartItem[]
  /** The total that the shopper was shown, in rupees. */
  totalAmount: number
  paymentDetails: PaymentChoice
  shippingAddress: ShippingAddress
  details?: OrderDetails
  /** The code that the shopper has entered. */
  offerCode?: string
}

export type OrderOutcome =
  | { kind: 'placed'; order: Purchase }
  | { kind: 'refused'; error: ShopError }
  /** The request was never sent, or `POLL_RESPONSES_MAX` responses to polls had no new order. */
  | { kind: 'not-placed' }
  /** The shopper left the page before the outcome was known. */
  | { kind: 'left' }

export type PlaceOrderDeps = {
  attempts: CheckoutAttempts
  postOrder: (request: OrderRequest, idempotencyKey: string) => Promise<Purchase>
  /**
   * Fetches the shopper's newest order; null before the first order. A guest has no list of orders,
   * so only the order of the current attempt can be fetched for a guest.
   */
  fetchNewestOrder: () => Promise<Purchase | null>
  wait: (ms: number) => Promise<void>
  /** Whether the shopper has left the checkout page. */
  hasLeft: () => boolean
  /** Called before the order list is polled for an order whose outcome is not known. */
  onPollStart: () => void
}

/**
 * The id of the shopper's newest order before this attempt. Null means that there was no order.
 * Undefined means that the newest order has not been fetched yet.
 */
type PreviousOrderId = CheckoutAttempt['after']

/**
 * Places one order, at most once. The POST has the attempt's idempotency key, and is retried when
 * the response is lost. After the last try, the shopper's newest order is polled. A lost response
 * is no refusal: the shopper may have been charged.
 */
export async function placeOrder(
  deps: PlaceOrderDeps,
  attempt: CheckoutAttempt,
  request: OrderRequest,
): Promise<OrderOutcome> {
  const { attempts, postOrder, fetchNewestOrder, wait, onPollStart } = deps
  let previousOrderId: PreviousOrderId = attempt.after
  let postCount = 0
  for (const delay of POST_DELAYS_MS) {
    if (delay > 0) await wait(delay)
    try {
      if (previousOrderId === undefined) previousOrderId = (await fetchNewestOrder())?.purchaseId ?? null
      attempts.markSent(attempt, previousOrderId)
      postCount += 1
      const order = await postOrder(request, attempt.key)
      return recordOutcome(deps, { kind: 'placed', order })
    } catch (error) {
      if (!isDefiniteRefusal(error)) continue
      if (error.code === 'IDEMPOTENCY_KEY_REUSED') return findEarlierOrder(deps, previousOrderId)
      // `attempt.unsure` is true if an earlier call, for example before a reload, sent the order
      // and did not learn the outcome.
      const mayBePlacedByEarlierPost = postCount > 1 || attempt.unsure
      recordRefusal(attempts, error, { mayBePlacedByEarlierPost })
      return { kind: 'refused', error }
    }
  }
  if (postCount === 0) return { kind: 'not-placed' }
  onPollStart()
  return recordOutcome(deps, await pollForOrder(deps, previousOrderId))
}

/** Finds the outcome of an order that this tab sent before a reload. */
export async function recoverOrder(deps: PlaceOrderDeps, attempt: CheckoutAttempt): Promise<OrderOutcome> {
  return recordOutcome(deps, await pollForOrder(deps, attempt.after))
}

export async function sendOrder(
  fetchShop: FetchShop,
  userId: string,
  body: OrderRequest,
  idempotencyKey: string,
): Promise<Purchase> {
  const { data } = await fetchShop(placePurchase, { params: { userId }, body, idempotencyKey })
  return data
}

/**
 * Polls for the order of an earlier request with the same key but another body, such as another
 * card or address. Then ends the attempt, because the next order needs a new key.
 */
async function findEarlierOrder(deps: PlaceOrderDeps, previousOrderId: PreviousOrderId) {
  deps.onPollStart()
  const outcome = await pollForOrder(deps, previousOrderId)
  if (outcome.kind !== 'left') deps.attempts.close()
  return outcome
}

/**
 * Polls until the shopper has a newer order than `previousOrderId`, or until `POLL_RESPONSES_MAX`
 * responses had no newer order. A poll without a response does not count: while the store is down,
 * it cannot finish an order.
 */
async function pollForOrder(
  { fetchNewestOrder, wait, hasLeft }: PlaceOrderDeps,
  previousOrderId: PreviousOrderId,
): Promise<OrderOutcome> {
  let responses = 0
  while (responses < POLL_RESPONSES_MAX) {
    if (hasLeft()) return { kind: 'left' }
    try {
      const newest = await fetchNewestOrder()
      if (newest && isNewerOrder(newest, previousOrderId)) return { kind: 'placed', order: newest }
      responses += 1
    } catch {
      // The store cannot be reached: continue to poll.
    }
    await wait(POLL_INTERVAL_MS)
  }
  return { kind: 'not-placed' }
}

function isNewerOrder(newest: Purchase, previousOrderId: PreviousOrderId) {
  // While the previous order is unknown, `newest` may be the previous order itself.
  if (previousOrderId === undefined) return false
  return newest.purchaseId !== previousOrderId
}

/** Updates the stored attempt after a refusal. */
function recordRefusal(
  attempts: CheckoutAttempts,
  { code }: ShopError,
  { mayBePlacedByEarlierPost }: { mayBePlacedByEarlierPost: boolean },
) {
  if (ORDER_REFUSED_CODES.has(code)) {
    // If an earlier POST had placed the order, the store would have responded with that order.
    attempts.close()
    return
  }
  if (!mayBePlacedByEarlierPost) attempts.markNotPlaced()
}

/** Updates the stored attempt to the outcome, and returns the outcome. */
function recordOutcome({ attempts }: PlaceOrderDeps, outcome: OrderOutcome): OrderOutcome {
  if (outcome.kind === 'placed') attempts.close()
  if (outcome.kind === 'not-placed') attempts.markNotPlaced()
  return outcome
}

function isDefiniteRefusal(error: unknown): error is ShopError {
  return isRefused(error) && !RETRY_CODES.has(error.code)
}
