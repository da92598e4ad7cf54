import { setTimeout as sleep } from 'node:timers/promises'
import { deliveryDate } from '@nashta/contracts/delivery/delivery'
import { asPaise, paiseToRupees } from '@nashta/contracts/money'
import { OFFER_USED_UP } from '@nashta/contracts/offers/offer-texts'
import { LINK_HOURS } from '@nashta/contracts/orders/desk/take-order'
import type { PlacePurchaseBody, Purchase } from '@nashta/contracts/orders/purchase'
import { normaliseCode, type PricedOffer } from '@nashta/contracts/pricing/offer'
import { type PricedDiscount, priceOrder } from '@nashta/contracts/pricing/price-order'
import { billTermsOf, sellerKindOf } from '@nashta/contracts/shop/seller-kind'
import type { Shop } from '@nashta/contracts/shop/shop'
import type { EmailOf } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/service-error'
import { COLLECTED } from '../../delivery/collected.ts'
import { deliveryToAddress } from '../../delivery/delivery-to-address.ts'
import type { PincodeTable } from '../../delivery/pincode-table.ts'
import { statesOfAddress, withStateCode } from '../../delivery/state-of-address.ts'
import { customerOf, OfferUsedUp, randomShard } from '../../offers/offer-uses.ts'
import { findUsableOffers, type UsableOffers, type UsableOffersDeps } from '../../offers/usable-offers.ts'
import type { WrongCodes } from '../../offers/wrong-codes.ts'
import { type Authorship, nameOf } from '../../operator-log/logged-change.ts'
import { chooseProvider, methodUnavailable } from '../../payments/offered-methods.ts'
import { splitPaymentChoice } from '../../payments/payment-details.ts'
import type {
  PaymentOutcome,
  PaymentProvider,
  PaymentRequest,
  WaitingPayment,
} from '../../payments/payments.ts'
import type { ShopStore } from '../../shop/shop-store.ts'
import { readShopTime, type ShopTime } from '../../shop/shop-time.ts'
import { askToConfirm, confirmCashOrder } from '../events/rules/confirm.ts'
import { type OrderEvent, settleOrder } from '../events/settle-order.ts'
import { isGuestId } from '../order/guest-orders.ts'
import { newSecret, orderLinkToken, pathOfOrder } from '../order/order-link.ts'
import { orderNotFound, paidPayment, withTimeline } from '../order/order-state.ts'
import { assertTakesOrders, orderTaking, type OrderTakingDeps } from '../order/order-taking.ts'
import type { PaymentRecord } from '../order/payment-record.ts'
import { phaseOf } from '../order/phase.ts'
import { newPurchaseId } from '../order/purchase-id.ts'
import type {
  OrderEffect,
  OrderLine,
  OrderRecord,
  OrderTransition,
  PurchaseStore,
  UnpaidOrderLimit,
} from '../order/purchase-store.ts'
import {
  assertDelivery,
  assertOrderLimits,
  assertOwnState,
  assertTotal,
  cashNotOffered,
  limitsOfOrder,
  type OrderLimits,
  priceLines,
  purchaseFingerprint,
  toOrderLine,
} from '../order/purchase.ts'
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
import { isFirstOrder } from './first-order.ts'
import { withTimeout } from './with-timeout.ts'

/**
 * Must be well below 60 seconds. When an order is 60 seconds old and the provider does not know its
 * payment, the reconciler removes the order.
 */
const CHARGE_TIMEOUT_MS = 15_000

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

/** What is different about an order that an operator takes. */
export type DeskSale = {
  authorship: Authorship
  isCollected: boolean
  /** The operator has the money in cash. */
  isCashReceived: boolean
  /** It replaces the offers of the shop. */
  discount: PricedOffer | null
}

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
  const chosen = splitPaymentChoice(body.paymentDetails)
  const shop = await deps.shop.read()
  const { confirmFirstCashOrders } = shop
  const taking = orderTaking(shop, deps)
  // `provider` is null for cash, and undefined when the shop does not offer the method.
  const provider = chooseProvider(taking.providers, chosen)
  const isCash = provider === null
  const { instrumentName } = chosen
  // The provider charges details that were typed on our page while the order is placed.
  const isChargedNow = chosen.instrument !== null
  // An operator knows the customer, so only orders that wait for their payment are limited.
  const ownLimits = desk
    ? operatorLimits(desk.authorship.by.sub, { isWaiting: !isCash })
    : buyerLimits(buyer, deps.orderLimits)
  const limitsOfNetwork = networkLimits(buyer, deps.orderLimits)
  const asksHistory = (!desk && isCash && confirmFirstCashOrders) || limitsOfNetwork.length > 0
  const isKnown = asksHistory && (await hasReceivedOrder(deps, buyer))
  const mustConfirm = !desk && isCash && confirmFirstCashOrders && !isKnown
  // An account that has received an order is no invention, so it does not count for its network.
  const unpaidLimits = isKnown ? ownLimits : [...ownLimits, ...limitsOfNetwork]
  const states = statesOfAddress(deps.pincodes, body.shippingAddress)
  const shippingAddress = withStateCode(body.shippingAddress, states)
  const placedAt = now()
  const purchaseId = newPurchaseId(placedAt, randomBytes)
  const linkSecret = newSecret(randomBytes)
  const confirmationCode = mustConfirm ? newSecret(randomBytes) : null
  const payment: PaymentRecord = {
    method: chosen.method,
    // Only the name is stored, because the instrument may contain a card number.
    ...(instrumentName !== undefined && { instrument: instrumentName }),
    ...(provider && { provider: provider.name }),
    state: isCash ? 'due' : 'checking',
    paidPaise: asPaise(0),
  }

  const { phoneNumber } = body.shippingAddress
  const isCashBarred =
    isCash &&
    !desk?.isCashReceived &&
    (await deps.isCashRefused({ ...(!isGuestId(userId) && { accountId: userId }), phone: phoneNumber }))
  const customer = customerOf(isGuestId(userId) ? { phone: phoneNumber } : { accountId: userId })
  const usable = await findOffersOf(deps, buyer, customer, body)
  const useLimits = usable.limits
  const offers = desk?.discount ? [desk.discount] : usable.offers
  const shard = randomShard(randomBytes)
  const begin = (usedUp: ReadonlySet<string>) =>
    purchases.begin({
      attempt: { userId, key: idempotencyKey, fingerprint: fingerprintOf(buyer, body, instrumentName, desk) },
      unpaidLimits: isChargedNow ? ownLimits : unpaidLimits,
      isChargedNow,
      listedUnder: listedKeys({ userId, email }),
      productIds: body.items.map(({ productId }) => productId),
      draft: (products, cartLines) => {
        // `begin` calls this function only for a new order. A repeated request gets its order even
        // if the shop no longer takes orders or offers the payment method.
        assertTakesOrders(desk ? { ...taking, pause: null } : taking)
        if (provider === undefined) throw methodUnavailable()
        const wanted = priceLines(body.items, products, cartLines, placedAt)
        const left = offers.map((offer) =>
          usedUp.has(offer.id) ? Object.assign({}, offer, { refusal: OFFER_USED_UP }) : offer,
        )
        const place = desk?.isCollected ? null : { pincode: shippingAddress.pincode, states }
        const { delivery, priced } = priceSale(
          { shop, pincodes: deps.pincodes },
          { wanted, offers: left, place, buyer: shippingAddress, at: placedAt },
        )
        const lines = priced.lines.map(toOrderLine)
        const { totalPaise } = priced.totals
        const shippingFeePaise = priced.delivery.feePaise
        const limits = limitsOfOrder(shop, deps.orderLimits)
        // Received cash is no risk, however much it is.
        const { codMaxPaise } = desk?.isCashReceived ? { codMaxPaise: totalPaise } : limits
        assertOrderLimits({ lines, totalPaise, payment }, { ...limits, codMaxPaise })
        assertOwnState(shop, { shippingAddress })
        // The reply is that of an address without cash, so it does not say who is a customer.
        if (isCashBarred) throw cashNotOffered()
        const received = desk?.isCashReceived && { cod: true, codMaxPaise: null }
        assertDelivery({ shippingAddress, totalPaise, payment }, { ...delivery, ...received })
        const applied = appliedOffers(priced.discounts, useLimits, { customer, shard })
        const computed = { lines, totalPaise, shippingFeePaise, ...applied, unused: priced.unused }
        assertTotal(computed, body.totalAmount)
        const fields = {
          purchaseId,
          userId,
          email,
          isByMinor: deps.isMinor(userId),
          lines,
          shippingFeePaise,
          totalPaise,
          ...applied,
          payment,
          shippingAddress,
          details: body.details ?? {},
          deliveryTime: delivery.time,
          linkSecret,
        }
        const time = { at: placedAt, calendar: shop }
        const drafted = desk ? takenAtDesk(draftOrder(fields, time), desk) : draftOrder(fields, time)
        const uses: OrderEffect[] = drafted.offers
          ? [{ kind: 'useOffers', limits: useLimits, isForced: false }]
          : []
        if (desk) uses.push(takenLog(drafted, desk))
        if (!isCash) return { order: drafted, effects: uses }
        const placed =
          confirmationCode === null
            ? confirmCashOrder(drafted, time)
            : askToConfirm(drafted, confirmationCode, placedAt)
        const stored = desk?.isCashReceived ? withReceivedCash(placed.order, placedAt) : placed.order
        return { order: stored, effects: [...uses, ...placed.effects] }
      },
    })
  const { order, replayed } = await withoutUsedUp(begin)
  if (replayed) {
    const earlier = await waitWhileCharging(purchases, order)
    if (!earlier) throw requestInProgress()
    // A guest's order may have been moved to an account. Then only the account gets the order's
    // link.
    if (earlier.userId !== userId) throw orderNotFound()
    return toPlacedPurchase(earlier, { replayed: true })
  }
  // This is a cash order, because `draft` throws when `provider` is undefined.
  if (!provider) return toPlacedPurchase(order, { replayed: false })

  const lifetimeMs = desk ? LINK_HOURS * 3_600_000 : taking.paymentLifetimeMs
  const expiresAt = new Date(now().getTime() + lifetimeMs)
  const { fullName: name, phoneNumber: phone } = body.shippingAddress
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

type Sale = {
  wanted: readonly OrderLine[]
  offers: readonly PricedOffer[]
  /** Where the goods go; null if they are collected. */
  place: { pincode: string; states: readonly string[] } | null
  buyer: { state: string; stateCode?: string | undefined }
  at: Date
}

/** What a sale costs now, with the terms of its delivery. */
export function priceSale(
  { shop, pincodes }: { shop: Shop; pincodes: PincodeTable },
  { wanted, offers, place, buyer, at }: Sale,
) {
  const delivery = place ? deliveryToAddress(place, { zones: shop.delivery, pincodes }) : COLLECTED
  const priced = priceOrder(
    wanted,
    offers,
    { terms: delivery.fees, tax: billTermsOf(shop).deliveryTax },
    { seller: { kind: sellerKindOf(shop), state: shop.state }, buyer },
    at,
  )
  return { delivery, priced }
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
    ...(!isGuestId(userId) && { accountId: userId }),
  }
  const hasCode = code !== undefined && normaliseCode(code) !== ''
  if (hasCode && trier) deps.wrongCodes.assertMayTry(trier)
  const usable = await findUsableOffers(
    deps,
    { customer, isFirstOrder: () => isFirstOrder(deps, buyer) },
    { productIds: items.map(({ productId }) => productId), ...(hasCode && { code }) },
  )
  if (hasCode && trier) deps.wrongCodes.settle(trier, usable.isCodeKnown)
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

/** The offers as the order stores them; nothing if none makes it cheaper. */
function appliedOffers(
  discounts: readonly PricedDiscount[],
  limits: UsableOffers['limits'],
  { customer, shard }: { customer: string; shard: number },
): Pick<OrderRecord, 'offers'> {
  if (discounts.length === 0) return {}
  return {
    offers: discounts.map(({ offer: { id, name, code }, goodsPaise, deliveryPaise }) => ({
      offerId: id,
      name,
      ...(code !== undefined && { code }),
      goodsPaise,
      deliveryPaise,
      shard,
      ...(limits.get(id)?.customerMax !== undefined && { customer }),
    })),
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

function takenAtDesk(order: OrderRecord, { authorship, isCollected }: DeskSale): OrderRecord {
  const by = nameOf(authorship)
  return {
    ...order,
    ...(isCollected && { fulfilment: { ...order.fulfilment, isCollected } }),
    timeline: order.timeline.map((event) => Object.assign({}, event, { by })),
  }
}

function takenLog({ purchaseId, offers = [] }: OrderRecord, { authorship }: DeskSale): OrderEffect {
  const changes = Object.fromEntries(
    offers.map(({ name, goodsPaise }) => [
      'discount',
      { from: null, to: `${paiseToRupees(goodsPaise)} ${name}` },
    ]),
  )
  return {
    kind: 'log',
    entry: { ...authorship, kind: 'order', subject: purchaseId, action: 'create', changes },
  }
}

/** The order after the operator has put the money into the till. */
function withReceivedCash(order: OrderRecord, at: Date): OrderRecord {
  const { totalPaise: amountPaise } = order
  const payment = { ...paidPayment(order.payment, amountPaise), isReceived: true as const }
  return withTimeline({ ...order, payment }, at, 'paid', {
    amountPaise,
  })
}

/** Refunds a payment whose approval arrived after the reconciler had removed the order. */
async function refundRemovedOrder(
  { reportError }: PlacePurchaseDeps,
  provider: PaymentProvider,
  purchaseId: string,
  outcome: PaymentOutcome | WaitingPayment,
) {
  if (outcome.kind !== 'approved') return
  const { transactionId, amountPaise } = outcome
  // The refund ids of stored orders begin at R1, so R0 is free.
  await provider
    .refund({ key: purchaseId, purchaseId, refundId: 'R0', transactionId, amountPaise })
    .catch((cause) => {
      const message = `The payment ${transactionId} of order ${purchaseId} must be refunded by hand`
      reportError(new Error(message, { cause }))
    })
}

/** The fields with the same value in every new order. */
const NEW_ORDER = {
  state: 'charging',
  orderStatus: 'PROCESSING',
  deliveryStatus: 'PROCESSING',
  transactionId: '',
  refusal: '',
  taken: [],
  restored: [],
  refunds: [],
  fulfilment: {},
  notes: [],
} as const satisfies Partial<OrderRecord>

type ComputedField = 'timeline' | 'totalItems' | 'purchaseDate' | 'estimatedDelivery'
type DraftFields = Omit<OrderRecord, keyof typeof NEW_ORDER | ComputedField>

/** A new order, before anything is paid or decided. */
export function draftOrder(fields: DraftFields, { at, calendar }: ShopTime): OrderRecord {
  const purchaseDate = at.toISOString()
  return {
    ...fields,
    ...NEW_ORDER,
    timeline: [{ at: purchaseDate, kind: 'placed' }],
    totalItems: fields.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    purchaseDate,
    estimatedDelivery: deliveryDate(fields.deliveryTime, at, calendar).toISOString(),
  }
}

/**
 * Begins the payment at the provider. When the provider fails or times out, the outcome is unknown,
 * because the money may have moved.
 */
export async function beginPayment(
  { reportError }: Pick<PlacePurchaseDeps, 'reportError'>,
  provider: PaymentProvider,
  request: PaymentRequest,
): Promise<PaymentOutcome | WaitingPayment> {
  try {
    return await withTimeout(provider.begin(request), CHARGE_TIMEOUT_MS, 'the beginning of a payment')
  } catch (error) {
    reportError(error)
    return { kind: 'unknown' }
  }
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
