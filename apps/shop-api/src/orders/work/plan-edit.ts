import { type Delivery, deliveryDate } from '@nashta/contracts/delivery/delivery'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import type { PricedOffer } from '@nashta/contracts/pricing/offer'
import { priceOrder } from '@nashta/contracts/pricing/price-order'
import { billTermsOf, sellerKindOf } from '@nashta/contracts/shop/seller-kind'
import type { Shop } from '@nashta/contracts/shop/shop'
import type { ShopTime } from '../../shop/shop-time.ts'
import { soldAtOf } from '../order/order-state.ts'
import type { OrderContent, OrderLine, OrderRecord, SoldProduct } from '../order/purchase-store.ts'
import {
  assertDelivery,
  assertOrderLimits,
  assertOwnState,
  limitsOfOrder,
  type OrderLimits,
  priceLines,
  toOrderLine,
  type WantedItem,
} from '../order/purchase.ts'
import { findLine } from '../order/refunded.ts'

export type WantedOrder = {
  items: readonly WantedItem[]
  /** With the code of its state. */
  address: ShippingAddress
  shopNote?: string | undefined
}

export type EditFacts = {
  shop: Shop
  orderLimits: OrderLimits
  /** The products of new lines, by their ids. */
  products: ReadonlyMap<string, SoldProduct>
  /** The offers of the order, with the terms that they have in the shop. */
  offers: readonly PricedOffer[]
  /** The terms of the address. */
  delivery: Delivery
  time: ShopTime
}

/**
 * The content of an order as it shall be, with its price. An order that has the same snacks and the same
 * pincode costs what it did. Otherwise the rules of the checkout hold: old lines have their old price, new
 * ones that of today, the fee is that of the zone, and each offer of the order, but no other, takes off what
 * it does for the new order.
 */
export function planEdit(
  order: OrderRecord,
  { items, address, shopNote }: WantedOrder,
  facts: EditFacts,
): OrderContent {
  const { shopNote: _note, ...details } = order.details
  const written = { ...details, ...(shopNote && { shopNote }) }
  const { pincode, stateCode } = order.shippingAddress
  // A few pincodes lie in two states.
  const isSamePlace = address.pincode === pincode && address.stateCode === stateCode
  const hasSameLines =
    items.length === order.lines.length &&
    items.every(({ productId, quantity }) => findLine(order, productId)?.quantity === quantity)
  const { lines, totalItems, shippingFeePaise, totalPaise, offers, deliveryTime, estimatedDelivery } = order
  const kept = {
    lines,
    totalItems,
    shippingFeePaise,
    totalPaise,
    ...(offers && { offers }),
    deliveryTime,
    estimatedDelivery,
  }
  const priced =
    isSamePlace && hasSameLines ? kept : priceAgain(order, { items, address }, facts, { isSamePlace })
  return { ...priced, shippingAddress: address, details: written }
}

type PricedContent = Omit<OrderContent, 'shippingAddress' | 'details'>

function priceAgain(
  order: OrderRecord,
  { items, address }: Pick<WantedOrder, 'items' | 'address'>,
  { shop, orderLimits, products, offers, delivery, time }: EditFacts,
  { isSamePlace }: { isSamePlace: boolean },
): PricedContent {
  const priced = priceOrder(
    linesOf(order, items, products, time.at),
    offers,
    { terms: delivery.fees, tax: billTermsOf(shop).deliveryTax },
    { seller: { kind: sellerKindOf(shop), state: shop.state }, buyer: address },
    time.at,
  )
  const lines = priced.lines.map(toOrderLine)
  const { totalPaise, items: totalItems } = priced.totals
  const { payment } = order
  const limits = limitsOfOrder(shop, orderLimits)
  // Cash that the shop has is no risk.
  const received = payment.isReceived && { cod: true, codMaxPaise: null }
  assertOrderLimits(
    { lines, totalPaise, payment },
    { ...limits, ...(received && { codMaxPaise: totalPaise }) },
  )
  assertOwnState(shop, { shippingAddress: address })
  assertDelivery({ shippingAddress: address, totalPaise, payment }, { ...delivery, ...received })
  const applied = (order.offers ?? []).flatMap((stored) => {
    const discount = priced.discounts.find(({ offer }) => offer.id === stored.offerId)
    if (!discount) return []
    const { goodsPaise, deliveryPaise } = discount
    return [{ ...stored, goodsPaise, deliveryPaise }]
  })
  const soldAt = soldAtOf(order) ?? time.at
  return {
    lines,
    totalItems,
    shippingFeePaise: priced.delivery.feePaise,
    totalPaise,
    ...(applied.length > 0 && { offers: applied }),
    deliveryTime: isSamePlace ? order.deliveryTime : delivery.time,
    estimatedDelivery: isSamePlace
      ? order.estimatedDelivery
      : deliveryDate(delivery.time, soldAt, time.calendar).toISOString(),
  }
}

/** The lines of the order first, in their old sequence, and then the new ones. */
function linesOf(
  order: OrderRecord,
  items: readonly WantedItem[],
  products: ReadonlyMap<string, SoldProduct>,
  at: Date,
): OrderLine[] {
  const kept = order.lines.flatMap(({ discountPaise: _discount, ...line }) => {
    const quantity = items.find(({ productId }) => productId === line.productId)?.quantity
    return quantity === undefined ? [] : [{ ...line, quantity }]
  })
  const added = items.filter(({ productId }) => !findLine(order, productId))
  return [...kept, ...priceLines(added, products, [], at)]
}
