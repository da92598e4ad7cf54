import { isDeepStrictEqual } from 'node:util'
import { asPaise } from '@nashta/contracts/money'
import type { GoodsFate } from '@nashta/contracts/orders/desk/order-calls'
import { sumOf } from '@nashta/contracts/pricing/sums'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { orderNotFound, unchanged, withTimeline } from '../../order/order-state.ts'
import { hasLeftShop, isOver, isVisible } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition, RefundedGoods, RefundedItem } from '../../order/purchase-store.ts'
import { decidedUnits, findLine, netPaid, refundedUnits, sharesOf, unitsLeft } from '../../order/refunded.ts'
import { assertNotReplaced, replacedUnits, replacementStands } from '../../order/replacements.ts'
import { unitsOf } from '../../order/stock.ts'
import { unitsToPack } from '../../order/to-pack.ts'
import { endAsCancelled } from '../rules/cancel.ts'
import { decideGoods } from '../rules/goods.ts'
import { assertNothingOwed } from '../rules/owed-rest.ts'
import { withChangedContent } from '../rules/packing.ts'
import { addRefund, mailAboutLastRefund, tooMuch } from '../rules/refunds.ts'

type RefundRequested = {
  kind: 'refundRequested'
  /** The idempotency key. A repeated request with the same key adds no second refund. */
  key: string
  /** Each product at most once. Without items, all money that is left is refunded. */
  items?: readonly RefundedItem[] | undefined
  reason: string
  goods: GoodsFate
  /** An operator pays it, although a provider could. */
  isByHand?: boolean | undefined
}

/**
 * Adds a refund that an operator requests. Throws if too little money or too few units remain.
 *
 * Refunded units of an order in the shop are not packed any more. If nothing is left to pack, the
 * order is cancelled, and all money that is left goes back, also the delivery fee.
 */
export function requestRefund(
  order: OrderRecord,
  requested: RefundRequested,
  { at }: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  const { key, items, reason, isByHand } = requested
  if (isRepeated(order, requested)) return unchanged(order)
  assertNothingOwed(order)
  if (items) assertUnitsLeft(order, items)
  else assertNotReplaced(order)
  const goods = goodsOf(order, requested)
  const endsOrder = goods.isLeftOut && leavesNothingToPack(order, goods)
  const rest = netPaid(order)
  const shares = items && sharesOf(order, items)
  const amountPaise = shares && !endsOrder ? asPaise(sumOf(shares.map(({ paise }) => paise))) : rest
  if (amountPaise <= 0 || amountPaise > rest) throw tooMuch(rest, { wasPaid: order.payment.paidPaise > 0 })

  const withEntry = endsOrder ? withTimeline(order, at, 'cancelled', { note: reason }) : order
  const fields = {
    key,
    reason,
    amountPaise,
    goods,
    ...(items && { items }),
    ...(shares && { shares }),
    ...(endsOrder && { endsOrder }),
    ...(isByHand && { byHand: true }),
  }
  const refunded = addRefund(withEntry, fields, at)
  const decided = decideGoods(refunded, goods.units, goods.fate, at)
  // The mail of the cancellation also tells about the refund.
  if (endsOrder) return endAsCancelled(decided)
  const isContentChanged = goods.isLeftOut && goods.units.length > 0
  return {
    order: isContentChanged ? withChangedContent(decided.order, at) : decided.order,
    effects: [...decided.effects, mailAboutLastRefund(refunded)],
  }
}

/** Throws if the key was used for another refund. */
function isRepeated({ refunds }: OrderRecord, { key, items, reason, goods }: RefundRequested) {
  const earlier = refunds.find((refund) => refund.key === key)
  if (!earlier) return false
  const isSame =
    earlier.reason === reason && earlier.goods?.fate === goods && isDeepStrictEqual(earlier.items, items)
  if (!isSame) throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another refund')
  return true
}

/** Throws when an item has more units than can still be refunded, or units that are sent once more. */
function assertUnitsLeft(order: OrderRecord, items: readonly RefundedItem[]) {
  for (const { productId, quantity } of items) {
    const left = unitsLeft(order, productId)
    if (quantity > left) {
      const name = findLine(order, productId)?.name ?? productId
      throw new ServiceError('REFUND_TOO_MUCH', `Of ${name}, ${left} can still be refunded`)
    }
    if (quantity > left - replacedUnits(order, productId)) throw replacementStands()
  }
}

/** The units that the refund decides about, and what becomes of them. */
function goodsOf(order: OrderRecord, { items, goods: fate }: RefundRequested): RefundedGoods {
  const units = order.lines.map(({ productId, quantity }) => {
    const refunded = items ? refundedUnits(order, productId) + unitsOf(items, productId) : quantity
    return { productId, quantity: refunded - decidedUnits(order, productId) }
  })
  return {
    units: units.filter(({ quantity }) => quantity > 0),
    fate,
    isLeftOut: !hasLeftShop(order) && !isOver(order),
  }
}

function leavesNothingToPack(order: OrderRecord, { units }: RefundedGoods) {
  return order.lines.every((line) => unitsToPack(order, line) <= unitsOf(units, line.productId))
}
