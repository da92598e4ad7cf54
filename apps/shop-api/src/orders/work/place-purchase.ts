import { setTimeout as sleep } from 'node:timers/promises'
import { asPaise } from '@nashta/contracts/money'
import { LINK_HOURS } from '@nashta/contracts/orders/desk/take-order'
import type { PlacePurchaseBody, Purchase } from '@nashta/contracts/orders/purchase'
import { normaliseCode } from '@nashta/contracts/pricing/offer'
import type { Shop } from '@nashta/contracts/shop/shop'
import type { EmailOf } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { PincodeTable } from '../../delivery/pincode-table.ts'
import { statesOfAddress, withStateCode } from '../../delivery/state-of-address.ts'
import { customerOf, OfferUsedUp, randomShard } from '../../offers/offer-uses.ts'
import { findUsableOffers, type UsableOffers, type UsableOffersDeps } from '../../offers/usable-offers.ts'
import type { WrongCodes } from '../../offers/wrong-codes.ts'
import { chooseProvider } from '../../payments/offered-methods.ts'
import { splitPaymentChoice } from '../../payments/payment-details.ts'
import type { PaymentOutcome, WaitingPayment } from '../../payments/payments.ts'
import type { ShopStore } from '../../shop/shop-store.ts'
import { readShopTime } from '../../shop/shop-time.ts'
import { type OrderEvent, settleOrder } from '../events/settle-order.ts'
import { isGuestId } from '../order/guest-orders.ts'
import { newSecret, orderLinkToken, pathOfOrder } from '../order/order-link.ts'
import { orderNotFound } from '../order/order-state.ts'
import { orderTaking, type OrderTakingDeps } from '../order/order-taking.ts'
import { phaseOf } from '../order/phase.ts'
import { newPurchaseId } from '../order/purchase-id.ts'
import type {
  OrderEffect,
  OrderRecord,
  OrderTransition,
  PurchaseStore,
  UnpaidOrderLimit,
} from '../order/purchase-store.ts'
import { type OrderLimits, purchaseFingerprint } from '../order/purchase.ts'
import {
  type Buyer,
  buyerLimits,
  guestEmailKey,
  isUnpaidLimitError,
  listedKeys,
  networkLimits,
  operatorLimits,
} from '../order/unpaid-orders.ts'
import { toPurchase } from '../views/shopper-order.ts'
import { beginPayment, refundRemovedOrder } from './begin-payment.ts'
import { type DeskSale, draftPurchase, type PurchaseTerms } from './draft-purchase.ts'
import { isFirstOrder } from './first-order.ts'

/** A repeated request waits at most this long for the first request to charge the order. */
const DUPLICATE_WAIT_MS = 3_000
/** How often the repeated request reads the order while it waits. */
const DUPLICATE_POLL_MS = 50

export type PlacePurchaseDeps = OrderTakingDeps &
  UsableOffersDeps & {
    purchases: PurchaseStore
    orderLimits: OrderLimits
    /** Contains the delivery zones. */
    shop: ShopStore
    pincodes: PincodeTable
    wrongCodes: WrongCodes
    emailOf: EmailOf
    /** Whether the caller with this sub is a minor. */
    isMinor: (sub: string) => boolean
    /** Whether an operator takes no cash on delivery from this account or phone number. */
    isCashRefused: (buyer: { accountId?: string; phone: string }) => Promise<boolean>
    now: () => Date
    randomBytes: (count: number) => Uint8Array
    reportError: (error: unknown) => void
  }

export type PlacedPurchase = { purchase: Purchase; linkToken: string; replayed: boolean }

/**
 * Places an order in three steps: stores it, begins its payment, and settles it by the outcome.
 * After a crash between two steps the reconciler finishes the order. A cash order has no payment to
 * begin, so it needs only the first step.
 */
export async function placePurchase(
  deps: PlacePurchaseDeps,
  buyer: Buyer,
  body: PlacePurchaseBody,
  idempotencyKey: string | undefined,
  desk?: DeskSale,
): Promise<PlacedPurchase> {
  const { purchases, now, randomBytes } = deps
  const { userId, email } = buyer
  const { items } = body
  const chosen = splitPaymentChoice(body.paymentDetails)
  const shop = await deps.shop.read()
  const taking = orderTaking(shop, deps)
  const provider = chooseProvider(taking.providers, chosen)
  const isCash = provider === null
  const { instrumentName } = chosen
  // The provider charges details that were typed on our page while the order is placed.
  const isChargedNow = chosen.instrument !== null
  const { ownLimits, unpaidLimits, mustConfirm } = await limitsOf(deps, buyer, { shop, isCash, desk })
  const { phoneNumber: phone, fullName: name } = body.shippingAddress
  const account = isGuestId(userId) ? null : { accountId: userId }
  const isCashBarred = isCash && !desk?.isCashReceived && (await deps.isCashRefused({ ...account, phone }))
  const customer = customerOf(account ?? { phone })
  const usable = await findOffersOf(deps, buyer, customer, body)
  const states = statesOfAddress(deps.pincodes, body.shippingAddress)
  const placedAt = now()
  const purchaseId = newPurchaseId(placedAt, randomBytes)
  const terms: PurchaseTerms = {
    shop,
    pincodes: deps.pincodes,
    orderLimits: deps.orderLimits,
    taking,
    provider,
    payment: {
      method: chosen.method,
      // Only the name is stored, because the instrument may contain a card number.
      ...(instrumentName !== undefined && { instrument: instrumentName }),
      ...(provider && { provider: provider.name }),
      state: isCash ? 'due' : 'checking',
      paidPaise: asPaise(0),
    },
    isCashBarred,
    confirmationCode: mustConfirm ? newSecret(randomBytes) : null,
    offers: desk?.discount ? [desk.discount] : usable.offers,
    useLimits: usable.limits,
    customer,
    shard: randomShard(randomBytes),
    body,
    desk,
    buyer,
    isByMinor: deps.isMinor(userId),
    shippingAddress: withStateCode(body.shippingAddress, states),
    states,
    purchaseId,
    linkSecret: newSecret(randomBytes),
    placedAt,
  }
  const { order, replayed } = await withoutUsedUp((usedUp) =>
    purchases.begin({
      attempt: { userId, key: idempotencyKey, fingerprint: fingerprintOf(buyer, body, instrumentName, desk) },
      unpaidLimits: isChargedNow ? ownLimits : unpaidLimits,
      isChargedNow,
      lastingBuyerKeys: listedKeys({ userId, email }),
      productIds: items.map(({ productId }) => productId),
      draft: (products, cartLines) => draftPurchase(terms, { products, cartLines, usedUp }),
    }),
  )
  if (replayed) {
    const earlier = await waitWhileCharging(purchases, order)
    if (!earlier) throw requestInProgress()
    // A guest's order may have been moved to an account. Then only the account gets the order's
    // link.
    if (earlier.userId !== userId) throw orderNotFound()
    return toPlacedPurchase(earlier, { replayed: true })
  }
  // This is a cash order, because `draftPurchase` throws when `provider` is undefined.
  if (!provider) return toPlacedPurchase(order, { replayed: false })

  const lifetimeMs = desk ? LINK_HOURS * 3_600_000 : taking.paymentLifetimeMs
  const expiresAt = new Date(now().getTime() + lifetimeMs)
  const outcome = await beginPayment(deps, provider, {
    key: purchaseId,
    amountPaise: order.totalPaise,
    instrument: chosen.instrument,
    shopper: { name, email, phone },
    orderPath: pathOfOrder(order),
    expiresAt,
  })
  const event: OrderEvent = outcome.kind === 'waiting' ? { ...outcome, expiresAt } : outcome
  const time = await readShopTime(deps)
  const limitEffects = isChargedNow ? countAfterCharge(outcome, unpaidLimits) : []
  const settled = await settleBegun(deps, purchaseId, (stored) => {
    const transition = settleOrder(stored, event, time)
    return { ...transition, effects: [...transition.effects, ...limitEffects] }
  })
  const wasRemovedByReconciler = settled === null
  if (wasRemovedByReconciler) {
    await refundRemovedOrder(deps, provider, purchaseId, outcome)
    // This error tells the client to send the order again.
    throw requestInProgress()
  }
  return toPlacedPurchase(settled, { replayed: false })
}

/**
 * How many unpaid orders the buyer may have, and whether the shopper must confirm this one. `ownLimits` are
 * those without the limits of the buyer's network.
 */
async function limitsOf(
  deps: PlacePurchaseDeps,
  buyer: Buyer,
  { shop, isCash, desk }: { shop: Shop; isCash: boolean; desk: DeskSale | undefined },
) {
  // An operator knows the customer, so only orders that wait for their payment are limited.
  const ownLimits = desk
    ? operatorLimits(desk.authorship.by.sub, { isWaiting: !isCash })
    : buyerLimits(buyer, deps.orderLimits)
  const limitsOfNetwork = networkLimits(buyer, deps.orderLimits)
  const confirmsFirst = !desk && isCash && shop.confirmFirstCashOrders
  const asksHistory = confirmsFirst || limitsOfNetwork.length > 0
  const isKnown = asksHistory && (await hasReceivedOrder(deps, buyer))
  // An account that has received an order is no invention, so it does not count for its network.
  const unpaidLimits = isKnown ? ownLimits : [...ownLimits, ...limitsOfNetwork]
  return { ownLimits, unpaidLimits, mustConfirm: confirmsFirst && !isKnown }
}

/** The offers that the order may use. A wrong code is counted, as on every other way to try one. */
async function findOffersOf(
  deps: PlacePurchaseDeps,
  buyer: Buyer,
  customer: string,
  { items, offerCode: code }: PlacePurchaseBody,
): Promise<UsableOffers> {
  const { userId, from } = buyer
  const trier = from && {
    address: from.address,
    ...(!isGuestId(userId) && {
      account: { id: userId, hasOrdered: async () => !(await isFirstOrder(deps, buyer)) },
    }),
  }
  const hasCode = code !== undefined && normaliseCode(code) !== ''
  if (hasCode && trier) await deps.wrongCodes.assertMayTry(trier)
  const usable = await findUsableOffers(
    deps,
    { customer, isFirstOrder: () => isFirstOrder(deps, buyer) },
    { productIds: items.map(({ productId }) => productId), ...(hasCode && { code }) },
  )
  if (hasCode && trier) await deps.wrongCodes.settle(trier, usable.isCodeKnown)
  return usable
}

/** More offers than an order can use. */
const USED_UP_MAX = 5

/**
 * Begins an order. If an offer has lost its last use to another order since it was looked at, begins
 * again without it. The total is then another one, which the shopper is asked about.
 */
async function withoutUsedUp<T>(begin: (usedUp: ReadonlySet<string>) => Promise<T>): Promise<T> {
  const usedUp = new Set<string>()
  for (;;) {
    try {
      return await begin(usedUp)
    } catch (error) {
      if (!(error instanceof OfferUsedUp) || usedUp.size >= USED_UP_MAX) throw error
      usedUp.add(error.offerId)
    }
  }
}

/**
 * An order that was charged in the request counts towards the limits only if it is still unpaid
 * afterwards. An order whose outcome is unknown may be paid, so the limits do not refuse it.
 */
function countAfterCharge(
  { kind }: PaymentOutcome | WaitingPayment,
  limits: readonly UnpaidOrderLimit[],
): OrderEffect[] {
  if (kind === 'waiting') return [{ kind: 'countUnpaid', limits }]
  if (kind !== 'unknown') return []
  const unlimited = limits.map(({ buyerKey }) => ({ buyerKey, unpaidMax: Infinity, unitsMax: null }))
  return [{ kind: 'countUnpaid', limits: unlimited }]
}

/** Settles an order whose payment was begun. Removes an order that a limit of unpaid orders refuses. */
async function settleBegun(
  deps: PlacePurchaseDeps,
  purchaseId: string,
  transition: (stored: OrderRecord) => OrderTransition,
) {
  try {
    return await deps.purchases.update(purchaseId, transition)
  } catch (error) {
    if (isUnpaidLimitError(error)) {
      const time = await readShopTime(deps)
      await deps.purchases.update(purchaseId, (stored) => settleOrder(stored, { kind: 'expired' }, time))
    }
    throw error
  }
}

/** How many of a shopper's latest orders are searched for a delivered one. */
const SEARCHED_ORDERS_MAX = 50

/**
 * Whether an earlier order of the account was delivered. Of a guest, nothing is known: the typed
 * e-mail address may be another person's.
 */
async function hasReceivedOrder({ purchases }: PlacePurchaseDeps, { userId }: Buyer) {
  if (isGuestId(userId)) return false
  const earlier = await purchases.list(userId, { limit: SEARCHED_ORDERS_MAX, before: undefined })
  return earlier.some((order) => phaseOf(order).name === 'delivered')
}

/**
 * The e-mail address is part of a guest's fingerprint: with another address it is another order. A
 * shopper's address is left out, because it may change between two requests for the same order.
 */
function fingerprintOf(
  { userId, email }: Buyer,
  body: PlacePurchaseBody,
  instrumentName: string | undefined,
  desk: DeskSale | undefined,
) {
  const sale = desk && { ...desk, authorship: null }
  const fingerprint = purchaseFingerprint(body, instrumentName) + (sale ? JSON.stringify(sale) : '')
  return isGuestId(userId) ? `${fingerprint} ${guestEmailKey(email ?? '')}` : fingerprint
}

/**
 * Waits while another request charges the order. Returns null when the order is still charging at
 * the end of the wait, or was removed.
 */
async function waitWhileCharging(purchases: PurchaseStore, order: OrderRecord): Promise<OrderRecord | null> {
  if (phaseOf(order).name !== 'charging') return order
  for (let waited = 0; waited < DUPLICATE_WAIT_MS; waited += DUPLICATE_POLL_MS) {
    await sleep(DUPLICATE_POLL_MS)
    const latest = await purchases.find(order.purchaseId)
    if (latest && phaseOf(latest).name !== 'charging') return latest
  }
  return null
}

function toPlacedPurchase(order: OrderRecord, { replayed }: { replayed: boolean }): PlacedPurchase {
  if (phaseOf(order).name === 'refused') throw new ServiceError('PAYMENT_DECLINED', order.refusal)
  return { purchase: toPurchase(order), linkToken: orderLinkToken(order), replayed }
}

function requestInProgress() {
  const message = 'This order is being placed; ask again in a moment'
  return new ServiceError('REQUEST_IN_PROGRESS', message, { retryAfter: 1 })
}
