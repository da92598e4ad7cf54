import type { ShopTime } from '../../../shop/shop-time.ts'
import { illegalTransition, orderNotFound, withTimeline } from '../../order/order-state.ts'
import { isPackersWork } from '../../order/order-work.ts'
import { isVisible } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'

/** A slip or a label was printed. A packer prints only orders in work. */
type Printed = { kind: 'printed'; isByPacker?: boolean }

/** The timeline gets only the first print: prints are unlimited, the timeline is not. */
export function recordPrint(
  order: OrderRecord,
  { isByPacker = false }: Printed,
  { at }: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  if (isByPacker && !isPackersWork(order))
    throw illegalTransition('Your role prints only orders that are to be packed or handed over')
  const printed = { ...order, fulfilment: { ...order.fulfilment, printedAt: at.toISOString() } }
  const isFirst = order.fulfilment.printedAt === undefined
  return { order: isFirst ? withTimeline(printed, at, 'printed') : printed, effects: [] }
}
