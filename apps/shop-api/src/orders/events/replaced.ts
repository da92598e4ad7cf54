import type { ShopTime } from '../../shop/shop-time.ts'
import { illegalTransition, isErased, orderNotFound, unchanged, withTimeline } from '../order/order-state.ts'
import { hasLeftShop, isOver, isVisible } from '../order/phase.ts'
import type { OrderRecord, OrderTransition, RefundedItem, Replacement } from '../order/purchase-store.ts'
import { findLine, unitsThatRemain } from '../order/refunded.ts'
import { replacedUnits, withoutReplacements } from '../order/replacements.ts'

/** More replacements than an honest order has. */
const REPLACEMENTS_MAX = 10

/** The shop sends units of the order once more, as an order of its own. */
type Replaced = {
  kind: 'replaced'
  replacement: Omit<Replacement, 'at'>
  reason: string
}

/**
 * Links the order that replaces units of this one. A unit can be replaced once, after it was sent and paid, and
 * only if it was not refunded. The link to a replacement that was never placed is removed, so that a retry of it
 * is checked again.
 */
export function replaceUnits(
  stored: OrderRecord,
  { replacement, reason }: Replaced,
  { at }: ShopTime,
): OrderTransition {
  if (!isVisible(stored)) throw orderNotFound()
  const order = withoutReplacements(stored, ({ gone }) => gone === 'neverPlaced')
  const { replacements = [] } = order.fulfilment
  if (replacements.some(({ key }) => key === replacement.key)) return unchanged(stored)
  if (isOver(order)) throw illegalTransition('The order is cancelled, and its money goes back')
  if (!hasLeftShop(order))
    throw illegalTransition('The goods have not left the shop: edit the order, or pack it again')
  if (isErased(order)) throw illegalTransition('The address of this order is erased')
  if (order.payment.state !== 'paid')
    throw illegalTransition('The cash must be received first: settle the delivery')
  for (const item of replacement.units) assertReplaceable(order, item)
  if (replacements.length >= REPLACEMENTS_MAX)
    throw illegalTransition(`An order is replaced at most ${REPLACEMENTS_MAX} times`)
  const added = { ...replacement, at: at.toISOString() }
  const fulfilment = { ...order.fulfilment, replacements: [...replacements, added] }
  return { order: withTimeline({ ...order, fulfilment }, at, 'replaced', { note: reason }), effects: [] }
}

function assertReplaceable(order: OrderRecord, { productId, quantity }: RefundedItem) {
  const line = findLine(order, productId)
  const left = line ? Math.max(0, unitsThatRemain(order, line) - replacedUnits(order, productId)) : 0
  if (quantity > left) throw illegalTransition(`Of ${line?.name ?? productId}, ${left} can still be replaced`)
}
