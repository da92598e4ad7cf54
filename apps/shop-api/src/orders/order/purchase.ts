import { hash } from 'node:crypto'
import { QUANTITY_INVALID } from '@nashta/contracts/cart/cart-texts'
import { lineName } from '@nashta/contracts/catalogue/line-name'
import { CASH_MAX_RUPEES, LINE_QUANTITY_MAX, ORDER_QUANTITY_MAX } from '@nashta/contracts/constants'
import { calendarDay } from '@nashta/contracts/dates'
import type { Delivery } from '@nashta/contracts/delivery/delivery'
import {
  addressNotServed,
  COD_NOT_OFFERED,
  codLimited,
  sellsOnlyWithin,
} from '@nashta/contracts/delivery/delivery-texts'
import { rateOn } from '@nashta/contracts/gst-rates'
import { stateName } from '@nashta/contracts/gst-states'
import { asPaise, formatRupees, type Paise, paiseToRupees } from '@nashta/contracts/money'
import { unusedNote } from '@nashta/contracts/offers/offer-texts'
import { ONLINE_TOTAL_TOO_SMALL, orderNumber } from '@nashta/contracts/orders/order-texts'
import type { PlacePurchaseBody } from '@nashta/contracts/orders/purchase'
import { placeOfSupply } from '@nashta/contracts/pricing/place-of-supply'
import type { PricedOrder } from '@nashta/contracts/pricing/price-order'
import { sellsInOwnStateOnly } from '@nashta/contracts/shop/seller-kind'
import type { Shop } from '@nashta/contracts/shop/shop'
import type { Settings } from '@nashta/service-kit/process/settings'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { CartLineRecord, CartRecord } from '../../cart/cart-store.ts'
import { shopperVersionOf } from '../../cart/cart.ts'
import { shownDiscounts } from './discounts.ts'
import type { OrderLine, OrderRecord, PurchaseAttempt, SoldProduct, StoredAttempt } from './purchase-store.ts'

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
  at: Date,
): OrderLine[] {
  const lines = new Map<string, OrderLine>()
  for (const { productId, quantity } of items) {
    const product = products.get(productId)
    if (!product) throw productUnavailable(productId, cartLines)
    const { products_id, imageUrl, category, pricePaise } = product
    const tax = taxOf(product, at)
    const name = lineName(product)
    const sum = (lines.get(products_id)?.quantity ?? 0) + quantity
    if (sum > LINE_QUANTITY_MAX) throw new ServiceError('VALIDATION_FAILED', QUANTITY_INVALID)
    const line = { productId: products_id, name, imageUrl, category, quantity: sum, pricePaise, tax }
    lines.set(products_id, line)
  }
  return [...lines.values()]
}

/** The line as the order stores it: with what offers take off it, if they do. */
export function toOrderLine({
  discountPaise,
  paidPaise: _paidPaise,
  ...line
}: OrderLine & { discountPaise: Paise; paidPaise: Paise }): OrderLine {
  return discountPaise > 0 ? { ...line, discountPaise } : line
}

/** What the bill will say of the product. A single piece is counted as such, and all else in packs. */
export function taxOf(product: SoldProduct, at: Date): NonNullable<OrderLine['tax']> {
  const { hsn, laterGstRates, netQuantity } = product
  const day = calendarDay(at)
  const ratePercent = rateOn(product, day)
  // The text of a later rate begins with its first day, such as `2027-04-01 18`.
  const later = laterGstRates?.filter((text) => text.slice(0, day.length) > day)
  const isPiece = netQuantity?.unit === 'piece' && netQuantity.value === 1
  return {
    ...(hsn !== undefined && { hsn }),
    ...(ratePercent !== undefined && { ratePercent }),
    ...(later && later.length > 0 && { laterGstRates: later }),
    unit: isPiece ? 'NOS' : 'PAC',
  }
}

/** Refuses the order when its total is not the one that the shopper was shown. */
export function assertTotal(
  {
    lines,
    totalPaise: total,
    shippingFeePaise,
    unused,
    ...priced
  }: Pick<OrderRecord, 'lines' | 'totalPaise' | 'shippingFeePaise' | 'offers'> &
    Pick<PricedOrder<OrderLine>, 'unused'>,
  shown: Paise,
) {
  if (total === shown) return
  const fee = shippingFeePaise > 0 ? ` with ${formatRupees(shippingFeePaise)} for delivery` : ''
  // The shopper may have counted on an offer that has ended, or that others have used up.
  const reasons = unused
    .filter(({ reason: { kind } }) => kind === 'refused' || kind === 'ended')
    .map(({ offer, reason }) => `${unusedNote(offer, reason)}. `)
  const message = `${reasons.join('')}Prices have changed: the total is now ${formatRupees(total)}${fee}. Please check your order and pay again.`
  const items = lines.map(({ productId, name, quantity, pricePaise }) => ({
    productId,
    name,
    quantity,
    price: paiseToRupees(pricePaise),
  }))
  throw new ServiceError('PRICE_CHANGED', message, {
    details: {
      totalAmount: paiseToRupees(total),
      shippingFee: paiseToRupees(shippingFeePaise),
      ...shownDiscounts(priced),
      items,
    },
  })
}

export type OrderLimits = {
  /** The most units of one product in one order. Undefined where the shop's record decides. */
  quantityMax: number | undefined
  /** The highest total of an order with cash on delivery. Undefined where the shop's record decides. */
  codMaxPaise: Paise | undefined
  /** The most units of one product in all orders of a buyer that hold unpaid stock; 0 for any number. */
  openUnitsMax: number
}

/** The limits of one order: a setting wins, then the shop's record. */
export function limitsOfOrder(
  { orderQuantityMax = ORDER_QUANTITY_MAX, cashMax = CASH_MAX_RUPEES }: Shop,
  { quantityMax = orderQuantityMax, codMaxPaise = asPaise(cashMax * 100) }: OrderLimits,
) {
  return { quantityMax, codMaxPaise }
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
  { quantityMax, codMaxPaise }: ReturnType<typeof limitsOfOrder>,
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

/** Refuses an address in another state, if the law lets the seller sell in its own one only. */
export function assertOwnState(shop: Shop, { shippingAddress }: Pick<OrderRecord, 'shippingAddress'>) {
  if (!sellsInOwnStateOnly(shop) || placeOfSupply(shippingAddress, shop.state) === shop.state) return
  throw new ServiceError('ADDRESS_NOT_SERVED', sellsOnlyWithin(stateName(shop.state)))
}

/** Refuses an address that the shop does not deliver to, and cash that the zone does not offer. */
export function assertDelivery(
  { shippingAddress, totalPaise, payment }: Pick<OrderRecord, 'shippingAddress' | 'totalPaise' | 'payment'>,
  { serviceable, cod, codMaxPaise }: Delivery,
) {
  if (!serviceable) throw new ServiceError('ADDRESS_NOT_SERVED', addressNotServed(shippingAddress.pincode))
  if (payment.method !== 'cod') return
  if (!cod) throw cashNotOffered()
  if (codMaxPaise !== null && totalPaise > codMaxPaise) {
    throw new ServiceError('COD_LIMITED', codLimited(codMaxPaise))
  }
}

export function cashNotOffered() {
  return new ServiceError('COD_UNAVAILABLE', COD_NOT_OFFERED)
}

export function referenceUsed(reference: string, purchaseId: string) {
  return new ServiceError(
    'REFERENCE_USED',
    `The payment ${reference} belongs to order ${orderNumber(purchaseId)}. Each payment is for one order.`,
  )
}

export function tooManyProducts() {
  const message = 'These are too many different snacks for one order; please order them in two'
  return new ServiceError('VALIDATION_FAILED', message)
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
  { items, totalAmount, shippingAddress, paymentDetails, details = {}, offerCode }: PlacePurchaseBody,
  maskedCard = '',
) {
  const payment =
    paymentDetails.method === 'card'
      ? { method: 'card', instrument: maskedCard, name: paymentDetails.cardHolderName }
      : paymentDetails
  const content = [
    items,
    totalAmount,
    shippingAddress,
    payment,
    ...Object.entries(details),
    ...(offerCode === undefined ? [] : ['code', offerCode]),
  ]
  return hash('sha256', JSON.stringify(content), 'base64url')
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
    codMaxPaise: settings.COD_MAX_AMOUNT === undefined ? undefined : asPaise(settings.COD_MAX_AMOUNT * 100),
    openUnitsMax: settings.OPEN_UNITS_MAX,
  }
}
