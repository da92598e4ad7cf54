import type { GoodsFate } from '@nashta/contracts/orders/desk/order-calls'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { illegalTransition, orderNotFound, unchanged, withTimeline } from '../../order/order-state.ts'
import { isVisible } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { GOODS_ENTRIES, listGoodsFates, takeOff, withExpected } from '../rules/goods.ts'

/** The goods that were expected back have arrived, or never will. */
type GoodsSettled = { kind: 'goodsSettled'; goods: Exclude<GoodsFate, 'expected'> }

/** An operator says that the expected goods are back, or that they will never come. */
export function settleExpectedGoods(
  order: OrderRecord,
  { goods: fate }: GoodsSettled,
  { at }: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  const { expectedBack = [] } = order.fulfilment
  const entry = GOODS_ENTRIES[fate]
  if (expectedBack.length === 0) {
    const isRepeated = listGoodsFates(order).at(-1) === fate
    if (isRepeated) return unchanged(order)
    throw illegalTransition('No goods of this order are expected back')
  }
  return takeOff(withExpected(withTimeline(order, at, entry), []), expectedBack, fate, 'back')
}
