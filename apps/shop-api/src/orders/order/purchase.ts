import { hash } from 'node:crypto'
import { lineName } from '@nashta/contracts/cart/cart-rules'
import { QUANTITY_INVALID } from '@nashta/contracts/cart/cart-texts'
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import type { Delivery } from '@nashta/contracts/delivery/delivery'
import { addressNotServed, COD_NOT_OFFERED, codLimited } from '@nashta/contracts/delivery/delivery-texts'
import { asPaise, formatRupees, type Paise, paiseToRupees } from '@nashta/contracts/money'
import type {
  OrderPayment,
  Refund,
  TimelineEvent,
  TimelineEventKind,
} from '@nashta/contracts/orders/order-payment'
import { ONLINE_TOTAL_TOO_SMALL, orderNumber } from '@nashta/contracts/orders/order-texts'
import type { PlacePurchaseBody, Purchase } from '@nashta/contracts/orders/purchase'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { Settings } from '@nashta/service-kit/process/settings'
import type { CartLineRecord, CartRecord } from '../../cart/cart-store.ts'
import { shopperVersionOf } from '../../cart/cart.ts'
import { upiPaymentOf } from '../../payments/upi/upi-uri.ts'
import { mayShopperCancel } from './order-state.ts'
import type {
  OrderLine,
  OrderRecord,
  PurchaseAttempt,
  RefundRecord,
  SoldProduct,
  StoredAttempt,
  TimelineRecord,
} from './purchase-store.ts'

/** Crockford's base32: digits and letters without I, L, O and U, which are easy to misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_LENGTH = 10
const RANDOM_LENGTH = 16
export const PURCHASE_ID_LENGTH = TIME_LENGTH + RANDOM_LENGTH
export const ID_PREFIX = new RegExp(`^[${ALPHABET}]{${TIME_LENGTH}}$`)
const PURCHASE_ID = new RegExp(`^[${ALPHABET}]{${PURCHASE_ID_LENGTH}}$`)

/** A keyless request that is repeated after this time places a new order. */
const KEYLESS_REPLAY_MS = 24 * 60 * 60 * 1000

export type WantedItem = { productId: string; quantity: number }

/**
 * Makes order lines at catalogue prices. Items with the same product become one line, also when one
 * item names the product by its `products_id` and another by its `id`.
 */
export function priceLines(
  items: readonly WantedItem[],
  products: ReadonlyMap<string, SoldProduct>,
  cartLines: readonly CartLineRecord[],
): OrderLine[] {
  const lines = new Map<string, OrderLine>()
  for (const { productId, quantity } of items) {
    const product = products.get(productId)
    if (!product) throw productUnavailable(productId, cartLines)
    const { products_id, imageUrl, category, pricePaise } = product
    const name = lineName(product)
    const sum = (lines.get(products_id)?.quantity ?? 0) + quantity
    if (sum > LINE_QUANTITY_MAX) throw new ServiceError('VALIDATION_FAILED', QUANTITY_INVALID)
    lines.set(products_id, { productId: products_id, name, imageUrl, category, quantity: sum, pricePaise })
  }
  return [...lines.values()]
}

export function subtotalOf(lines: readonly OrderLine[]): Paise {
  return asPaise(lines.reduce((sum, { pricePaise, quantity }) => sum + pricePaise * quantity, 0))
}

/** Refuses the order when its total is not the one that the shopper was shown. */
export function assertTotal(
  {
    lines,
    totalPaise: total,
    shippingFeePaise,
  }: Pick<OrderRecord, 'lines' | 'totalPaise' | 'shippingFeePaise'>,
  shown: Paise,
) {
  if (total === shown) return
  const fee = shippingFeePaise > 0 ? ` with ${formatRupees(shippingFeePaise)} for delivery` : ''
  const message = `Prices have changed: the total is now ${formatRupees(total)}${fee}. Please check your order and pay again.`
  const items = lines.map(({ productId, name, quantity, pricePaise }) => ({
    productId,
    name,
    quantity,
    price: paiseToRupees(pricePaise),
  }))
  throw new ServiceError('PRICE_CHANGED', message, {
    details: { totalAmount: paiseToRupees(total), shippingFee: paiseToRupees(shippingFeePaise), items },
  })
}

export type OrderLimits = {
  /** The most units of one product in one order. */
  quantityMax: number
  /** The highest total of an order with cash on delivery. */
  codMaxPaise: Paise
  /** The most units of one product in all orders of a buyer that hold unpaid stock; 0 for any number. */
  openUnitsMax: number
}

/** One rupee: Razorpay and UPI take no smaller payment. */
const ONLINE_TOTAL_MIN = asPaise(100)

/**
 * Refuses an order with too many units of one product, and a cash order with too high a total: both
 * limits protect the shop from a large order that is never paid. Refuses an order that is too small
 * for any payment provider. An order of ₹0 can be placed with cash on delivery.
 */
export function assertOrderLimits(
  { lines, totalPaise, payment }: Pick<OrderRecord, 'lines' | 'totalPaise' | 'payment'>,
  { quantityMax, codMaxPaise }: OrderLimits,
) {
  const tooMany = lines.filter(({ quantity }) => quantity > quantityMax)
  if (tooMany.length > 0) {
    const names = tooMany.map(({ name }) => name).join(', ')
    const items = tooMany.map(({ productId, name }) => ({ productId, name, available: quantityMax }))
    throw new ServiceError(
      'QUANTITY_LIMITED',
      `An order may have at most ${quantityMax} of each product: please order fewer of ${names}`,
      { details: { items } },
    )
  }
  const isCash = payment.method === 'cod'
  if (isCash && totalPaise > codMaxPaise) {
    throw new ServiceError('COD_LIMITED', codLimited(codMaxPaise))
  }
  if (!isCash && totalPaise < ONLINE_TOTAL_MIN) {
    throw new ServiceError('PAYMENT_METHOD_UNAVAILABLE', ONLINE_TOTAL_TOO_SMALL)
  }
}

/** Refuses an address that the shop does not deliver to, and cash that the zone does not offer. */
export function assertDelivery(
  { shippingAddress, totalPaise, payment }: Pick<OrderRecord, 'shippingAddress' | 'totalPaise' | 'payment'>,
  { serviceable, cod, codMaxPaise }: Delivery,
) {
  if (!serviceable) throw new ServiceError('ADDRESS_NOT_SERVED', addressNotServed(shippingAddress.pincode))
  if (payment.method !== 'cod') return
  if (!cod) throw new ServiceError('COD_UNAVAILABLE', COD_NOT_OFFERED)
  if (codMaxPaise !== null && totalPaise > codMaxPaise) {
    throw new ServiceError('COD_LIMITED', codLimited(codMaxPaise))
  }
}

export function referenceUsed(reference: string, purchaseId: string) {
  return new ServiceError(
    'REFERENCE_USED',
    `The payment ${reference} belongs to order ${orderNumber(purchaseId)}. Each payment is for one order.`,
  )
}

export function outOfStock(line: OrderLine, available: number) {
  const left = available === 0 ? 'is sold out' : `has only ${available} left`
  return new ServiceError('OUT_OF_STOCK', `${line.name} ${left}`, {
    details: { items: [{ productId: line.productId, name: line.name, available }] },
  })
}

/**
 * If the request repeats an earlier request, returns the id of the order that the earlier request
 * placed. Returns null for a new request. `stored` is the last attempt with the same key, or, for a
 * keyless request, the last keyless attempt with the same fingerprint.
 */
export function findReplay(
  { key, fingerprint }: PurchaseAttempt,
  cart: CartRecord,
  stored: StoredAttempt | undefined,
  now: Date,
): string | null {
  if (!stored) return null
  if (key === undefined)
    return isKeylessReplay(stored, shopperVersionOf(cart), now) ? stored.purchaseId : null
  if (stored.fingerprint !== fingerprint) {
    throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another order')
  }
  return stored.purchaseId
}

/**
 * Whether a keyless request repeats the stored attempt: the attempt is recent, and the shopper has
 * not changed the cart since. The order itself changes the cart when it removes its items, for
 * example from version 7 to 8. A request at version 7 or 8 is then a replay, and at 9 a new order. Automatic updates of the cart do not count.
 */
function isKeylessReplay(stored: StoredAttempt, cartVersion: number, now: Date) {
  const isSameCart = [stored.cartVersionBefore, stored.cartVersionAfter].includes(cartVersion)
  const isRecent = now.getTime() - Date.parse(stored.createdAt) < KEYLESS_REPLAY_MS
  return isSameCart && isRecent
}

/**
 * Returns a hash of the request. Of a card number, only the masked form is hashed, because a hash
 * of the whole number can be guessed back.
 */
export function purchaseFingerprint(
  { items, totalAmount, shippingAddress, paymentDetails }: PlacePurchaseBody,
  maskedCard = '',
) {
  const payment =
    paymentDetails.method === 'card'
      ? { method: 'card', instrument: maskedCard, name: paymentDetails.cardHolderName }
      : paymentDetails
  return hash('sha256', JSON.stringify([items, totalAmount, shippingAddress, payment]), 'base64url')
}

/** The events of the timeline that only operators see. */
const OPERATORS_EVENTS: ReadonlySet<TimelineEventKind> = new Set([
  'packingBegun',
  'printed',
  'contentChanged',
  'goodsBack',
  'goodsExpected',
  'goodsLost',
])

/** The order as its shopper sees it. */
export function toPurchase(order: OrderRecord): Purchase {
  const { purchaseId, transactionId, orderStatus, deliveryStatus, estimatedDelivery, purchaseDate } = order
  return {
    purchaseId,
    transactionId,
    orderStatus,
    deliveryStatus,
    estimatedDelivery,
    purchaseDate,
    totalAmount: paiseToRupees(order.totalPaise),
    totalItems: order.totalItems,
    ...(order.shippingFeePaise > 0 && { shippingFee: paiseToRupees(order.shippingFeePaise) }),
    items: order.lines.map(({ productId, name, imageUrl, category, quantity, pricePaise }) => ({
      productId,
      name,
      imageUrl,
      category,
      quantity,
      price: paiseToRupees(pricePaise),
    })),
    paymentDetails: { method: order.payment.method, transactionId },
    shippingAddress: order.shippingAddress,
    payment: toOrderPayment(order),
    mayCancel: mayShopperCancel(order),
    refunds: order.refunds.map(toRefund),
    ...(order.fulfilment.shipment && { shipment: order.fulfilment.shipment }),
    timeline: order.timeline.filter(({ kind }) => !OPERATORS_EVENTS.has(kind)).map(toTimelineEvent),
  }
}

function toTimelineEvent({ at, kind, note, amountPaise }: TimelineRecord): TimelineEvent {
  return {
    at,
    kind,
    ...(note !== undefined && { note }),
    ...(amountPaise !== undefined && { amount: paiseToRupees(amountPaise) }),
  }
}

function toOrderPayment({ payment, refusal }: OrderRecord): OrderPayment {
  const { state, expiresAt, form, upiUri, claimedReference } = payment
  return {
    state,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(form && { form }),
    ...(upiUri !== undefined && { upi: upiPaymentOf(upiUri) }),
    ...(claimedReference !== undefined && { claimedReference }),
    ...(refusal !== '' && { message: refusal }),
  }
}

export function toRefund({
  refundId,
  state,
  amountPaise,
  reason,
  items,
  requestedAt,
  updatedAt,
}: RefundRecord): Refund {
  const amount = paiseToRupees(amountPaise)
  return {
    refundId,
    state,
    amount,
    reason,
    ...(items && { items: items.map(({ productId, quantity }) => ({ productId, quantity })) }),
    requestedAt,
    updatedAt,
  }
}

/**
 * Makes a ULID: ids sort by time and end in 80 random bits. The last eight characters of an id are
 * the order number.
 */
export function newPurchaseId(now: Date, randomBytes: (count: number) => Uint8Array): string {
  let id = idPrefixOf(now)
  for (const byte of randomBytes(RANDOM_LENGTH)) id += ALPHABET.charAt(byte % 32)
  return id
}

/**
 * Returns the first ten characters of the ids of all orders that were placed at this time. Ids of
 * earlier orders sort before this prefix. All other ids sort after the prefix.
 */
export function idPrefixOf(at: Date): string {
  let time = at.getTime()
  let text = ''
  for (let index = 0; index < TIME_LENGTH; index += 1) {
    text = ALPHABET.charAt(time % 32) + text
    time = Math.floor(time / 32)
  }
  return text
}

export function isPurchaseId(text: string) {
  return PURCHASE_ID.test(text)
}

/** Refuses a text that is no cursor. A cursor is the id of the last order of the previous page. */
export function parseCursor(cursor: string | undefined) {
  if (cursor === undefined || isPurchaseId(cursor)) return cursor
  throw invalidCursor()
}

export function invalidCursor() {
  return new ServiceError('VALIDATION_FAILED', 'query.cursor: must come from the page before')
}

/** The time that an id begins with. */
export function timeOfId(purchaseId: string): Date {
  const digits = Array.from(purchaseId.slice(0, TIME_LENGTH), (character) => ALPHABET.indexOf(character))
  return new Date(digits.reduce((time, digit) => time * 32 + digit, 0))
}

/**
 * The error for a product that has left the catalogue. The message has the product's name in the
 * cart; if the cart does not contain the product, the message has the id.
 */
function productUnavailable(id: string, cartLines: readonly CartLineRecord[]) {
  const name = cartLines.find(({ productId }) => productId === id)?.name ?? id
  return new ServiceError('PRODUCT_UNAVAILABLE', `${name} is no longer available; please remove it`, {
    details: { items: [{ productId: id, name }] },
  })
}

export function orderLimitsOf(
  settings: Pick<Settings, 'ORDER_QUANTITY_MAX' | 'COD_MAX_AMOUNT' | 'OPEN_UNITS_MAX'>,
): OrderLimits {
  return {
    quantityMax: settings.ORDER_QUANTITY_MAX,
    codMaxPaise: asPaise(settings.COD_MAX_AMOUNT * 100),
    openUnitsMax: settings.OPEN_UNITS_MAX,
  }
}
