import { paiseToRupees } from '@nashta/contracts/money'
import { OFFER_USED_UP } from '@nashta/contracts/offers/offer-texts'
import type { PlacePurchaseBody } from '@nashta/contracts/orders/purchase'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import type { PricedOffer } from '@nashta/contracts/pricing/offer'
import { type PricedDiscount, priceOrder } from '@nashta/contracts/pricing/price-order'
import { billTermsOf, sellerKindOf } from '@nashta/contracts/shop/seller-kind'
import type { Shop } from '@nashta/contracts/shop/shop'
import type { CartLineRecord } from '../../cart/cart-store.ts'
import { COLLECTED } from '../../delivery/collected.ts'
import { deliveryToAddress } from '../../delivery/delivery-to-address.ts'
import type { PincodeTable } from '../../delivery/pincode-table.ts'
import type { UsableOffers } from '../../offers/usable-offers.ts'
import { type Authorship, nameOf } from '../../operator-log/logged-change.ts'
import { methodUnavailable } from '../../payments/offered-methods.ts'
import type { PaymentProvider } from '../../payments/payments.ts'
import { askToConfirm, confirmCashOrder } from '../events/rules/confirm.ts'
import { paidPayment, withTimeline } from '../order/order-state.ts'
import { assertTakesOrders, type OrderTaking } from '../order/order-taking.ts'
import type { PaymentRecord } from '../order/payment-record.ts'
import type {
  OrderEffect,
  OrderLine,
  OrderRecord,
  OrderWithEffects,
  SoldProduct,
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
  toOrderLine,
} from '../order/purchase.ts'
import type { Buyer } from '../order/unpaid-orders.ts'
import { draftOrder } from './draft-order.ts'

/** What is different about an order that an operator takes. */
export type DeskSale = {
  authorship: Authorship
  isCollected: boolean
  /** The operator has the money in cash. */
  isCashReceived: boolean
  /** It replaces the offers of the shop. */
  discount: PricedOffer | null
}

/** All that an order depends on, besides its products. */
export type PurchaseTerms = {
  shop: Shop
  pincodes: PincodeTable
  orderLimits: OrderLimits
  taking: OrderTaking
  /** Null for cash, and undefined when the shop does not offer the method. */
  provider: PaymentProvider | null | undefined
  payment: PaymentRecord
  /** Whether an operator takes no cash from this buyer. */
  isCashBarred: boolean
  /** With this code the shopper confirms a cash order. Null if nothing must be confirmed. */
  confirmationCode: string | null
  offers: readonly PricedOffer[]
  useLimits: UsableOffers['limits']
  customer: string
  /** The shard that counts the uses of the offers. */
  shard: number
  body: PlacePurchaseBody
  desk: DeskSale | undefined
  buyer: Pick<Buyer, 'userId' | 'email'>
  isByMinor: boolean
  shippingAddress: ShippingAddress
  /** The states in which the pincode of the address is. */
  states: readonly string[]
  purchaseId: string
  linkSecret: string
  placedAt: Date
}

type PurchasedGoods = {
  products: ReadonlyMap<string, SoldProduct>
  cartLines: readonly CartLineRecord[]
  /** The offers that have lost their last use since they were read. */
  usedUp: ReadonlySet<string>
}

/**
 * The new order and its effects. Throws if the order cannot be placed. Only a new order is drafted: a repeated
 * request gets its order even if the shop no longer takes orders or offers the payment method.
 */
export function draftPurchase(terms: PurchaseTerms, goods: PurchasedGoods): OrderWithEffects {
  const { shop, taking, provider, payment, body, desk, placedAt, confirmationCode, useLimits } = terms
  assertTakesOrders(desk ? { ...taking, pause: null } : taking)
  if (provider === undefined) throw methodUnavailable()
  const { delivery, ...priced } = pricePurchase(terms, goods)
  const { purchaseId, buyer, isByMinor, shippingAddress, linkSecret } = terms
  const fields = {
    purchaseId,
    userId: buyer.userId,
    email: buyer.email,
    isByMinor,
    ...priced,
    payment,
    shippingAddress,
    details: body.details ?? {},
    deliveryTime: delivery.time,
    linkSecret,
  }
  const time = { at: placedAt, calendar: shop }
  const drafted = desk ? takenAtDesk(draftOrder(fields, time), desk) : draftOrder(fields, time)
  const effects: OrderEffect[] = drafted.offers
    ? [{ kind: 'useOffers', limits: useLimits, isForced: false }]
    : []
  if (desk) effects.push(takenLog(drafted, desk))
  const isCash = provider === null
  if (!isCash) return { order: drafted, effects }
  const placed =
    confirmationCode === null
      ? confirmCashOrder(drafted, time)
      : askToConfirm(drafted, confirmationCode, placedAt)
  const order = desk?.isCashReceived ? withReceivedCash(placed.order, placedAt) : placed.order
  return { order, effects: [...effects, ...placed.effects] }
}

/** The lines and sums of the order. Throws if the shop does not sell it so, or if it costs another sum. */
function pricePurchase(terms: PurchaseTerms, { products, cartLines, usedUp }: PurchasedGoods) {
  const { shop, pincodes, orderLimits, body, desk, payment, shippingAddress, placedAt } = terms
  const wanted = priceLines(body.items, products, cartLines, placedAt)
  const offers = terms.offers.map((offer) =>
    usedUp.has(offer.id) ? Object.assign({}, offer, { refusal: OFFER_USED_UP }) : offer,
  )
  const place = desk?.isCollected ? null : { pincode: shippingAddress.pincode, states: terms.states }
  const { delivery, priced } = priceSale(
    { shop, pincodes },
    { wanted, offers, place, buyer: shippingAddress, at: placedAt },
  )
  const lines = priced.lines.map(toOrderLine)
  const { totalPaise } = priced.totals
  const limits = limitsOfOrder(shop, orderLimits)
  // Received cash is no risk, however much it is.
  const { codMaxPaise } = desk?.isCashReceived ? { codMaxPaise: totalPaise } : limits
  assertOrderLimits({ lines, totalPaise, payment }, { ...limits, codMaxPaise })
  assertOwnState(shop, { shippingAddress })
  // The reply is that of an address without cash, so it does not say who is a customer.
  if (terms.isCashBarred) throw cashNotOffered()
  const received = desk?.isCashReceived && { cod: true, codMaxPaise: null }
  assertDelivery({ shippingAddress, totalPaise, payment }, { ...delivery, ...received })
  const applied = appliedOffers(priced.discounts, terms)
  const computed = { lines, totalPaise, shippingFeePaise: priced.delivery.feePaise, ...applied }
  assertTotal({ ...computed, unused: priced.unused }, body.totalAmount)
  return { ...computed, delivery }
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

/** The offers as the order stores them; nothing if none makes it cheaper. */
function appliedOffers(
  discounts: readonly PricedDiscount[],
  { useLimits, customer, shard }: Pick<PurchaseTerms, 'useLimits' | 'customer' | 'shard'>,
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
      ...(useLimits.get(id)?.customerMax !== undefined && { customer }),
    })),
  }
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
