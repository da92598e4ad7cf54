import type { GoodsFate } from '@nashta/contracts/orders/desk/order-calls'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { illegalTransition, orderNotFound, unchanged, withTimeline } from '../../order/order-state.ts'
import { isVisible } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition, TakenStock } from '../../order/purchase-store.ts'
import { subtractUnits, unitsOf } from '../../order/stock.ts'
import { GOODS_ENTRIES, listGoodsFates, takeOff, withExpected } from '../rules/goods.ts'
import { parcelsOf, withParcelStates } from '../rules/parcels.ts'

/** The goods that were expected back have arrived, or never will. */
type GoodsSettled = {
  kind: 'goodsSettled'
  goods: Exclude<GoodsFate, 'expected'>
  /** Units that have come back, and cannot be sold any more. */
  waste?: readonly TakenStock[] | undefined
}

/** An operator says that the expected goods are back, or that they will never come. */
export function settleExpectedGoods(
  order: OrderRecord,
  { goods: fate, waste = [] }: GoodsSettled,
  { at }: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  const { expectedBack = [] } = order.fulfilment
  const entry = GOODS_ENTRIES[fate]
  if (expectedBack.length === 0 && !isParcelExpected(order)) {
    const isRepeated = listGoodsFates(order).at(-1) === fate
    if (isRepeated) return unchanged(order)
    throw illegalTransition('No goods of this order are expected back')
  }
  const tooMany = waste.find(({ productId, quantity }) => quantity > unitsOf(expectedBack, productId))
  if (tooMany) throw illegalTransition('More units are waste than were expected back')
  const isPartlyWaste = fate === 'back' && waste.length > 0
  const wasted = isPartlyWaste ? withTimeline(order, at, GOODS_ENTRIES.lost) : order
  const settled = withExpected(withTimeline(wasted, at, entry), [])
  const arrived = fate === 'back' ? withParcelStates(settled, ['comingBack'], 'back', at) : settled
  if (!isPartlyWaste) return takeOff(arrived, expectedBack, fate, 'back')
  const { order: withoutWaste } = takeOff(arrived, waste, 'lost', 'back')
  return takeOff(withoutWaste, subtractUnits(expectedBack, waste), 'back', 'back')
}

/** Whether a parcel is on its way back. Goods without a counted stock are in no list of expected units. */
function isParcelExpected(order: OrderRecord) {
  return (
    listGoodsFates(order).at(-1) === 'expected' &&
    parcelsOf(order).some(({ state }) => state === 'comingBack')
  )
}
