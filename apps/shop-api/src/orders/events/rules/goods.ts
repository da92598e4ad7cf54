import { GOODS_FATES, type GoodsFate } from '@nashta/contracts/orders/desk/order-calls'
import type { TimelineEventKind } from '@nashta/contracts/orders/order-payment'
import { heldStock, illegalTransition, withTimeline } from '../../order/order-state.ts'
import { hasLeftShop } from '../../order/phase.ts'
import type { OrderRecord, OrderWithEffects, ReturnedStock, TakenStock } from '../../order/purchase-store.ts'
import { addUnits, commonUnits, subtractUnits } from '../../order/stock.ts'

export const GOODS_ENTRIES: Record<GoodsFate, TimelineEventKind> = {
  back: 'goodsBack',
  expected: 'goodsExpected',
  lost: 'goodsLost',
}

/**
 * Decides what becomes of units that a refund or a cancellation takes off the order. Only units
 * that the order took from the stock, and that are not decided yet, can go back into the stock.
 */
export function decideGoods(
  order: OrderRecord,
  units: readonly TakenStock[],
  fate: GoodsFate,
  at: Date,
): OrderWithEffects {
  if (fate === 'expected' && !hasLeftShop(order)) throw illegalTransition('The goods have not left the shop')
  const decided = commonUnits(units, heldStock(order))
  const withEntry = withTimeline(order, at, GOODS_ENTRIES[fate])
  if (fate === 'expected') {
    // The stock of expected goods stays taken until they are back.
    const expectedBack = addUnits(order.fulfilment.expectedBack ?? [], decided)
    return { order: withExpected(withEntry, expectedBack), effects: [] }
  }
  return takeOff(withEntry, decided, fate, hasLeftShop(order) ? 'back' : 'refund')
}

/** What operators decided about the order's goods, oldest first. */
export function listGoodsFates({ timeline }: OrderRecord): GoodsFate[] {
  return timeline.flatMap(({ kind }) => GOODS_FATES.filter((fate) => GOODS_ENTRIES[fate] === kind))
}

/** Takes the units off the order's stock. They go back into the shop's stock, or nowhere if lost. */
export function takeOff(
  order: OrderRecord,
  units: readonly TakenStock[],
  fate: 'back' | 'lost',
  because: ReturnedStock['because'],
): OrderWithEffects {
  const isReturned = fate === 'back' && units.length > 0
  return {
    order: { ...order, taken: subtractUnits(order.taken, units) },
    effects: isReturned ? [{ kind: 'returnStock', stock: units, because }] : [],
  }
}

export function withExpected(order: OrderRecord, expected: readonly TakenStock[]): OrderRecord {
  const { expectedBack: _before, ...fulfilment } = order.fulfilment
  return {
    ...order,
    fulfilment: { ...fulfilment, ...(expected.length > 0 && { expectedBack: expected }) },
  }
}
