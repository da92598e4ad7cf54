import type { ShopTime } from '../../../shop/shop-time.ts'
import { illegalTransition, unchanged, withTimeline } from '../../order/order-state.ts'
import { phaseOf } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { assertNotCancelled } from '../rules/packing.ts'

type Unpacked = { kind: 'unpacked'; by?: string }

/** The order is to be packed again. It counts as begun, because the parcel may hold its goods. */
export function undoPacking(order: OrderRecord, _event: Unpacked, { at }: ShopTime): OrderTransition {
  assertNotCancelled(order)
  const phase = phaseOf(order)
  const { packing } = order.fulfilment
  const lastStep = order.timeline.findLast(({ kind }) => kind === 'packed' || kind === 'unpacked')
  if (phase.name === 'toPack' && lastStep?.kind === 'unpacked') return unchanged(order)
  if (phase.name !== 'toHandOver' || !packing)
    throw illegalTransition('Only an order that is packed, and not handed over, can be unpacked')
  const contentChange = order.timeline.findLast(({ kind }) => kind === 'contentChanged')
  const fulfilment = {
    ...order.fulfilment,
    packing: { begunAt: packing.begunAt },
    ...(contentChange && { contentChangedAt: contentChange.at }),
  }
  return { order: withTimeline({ ...order, fulfilment }, at, 'unpacked'), effects: [] }
}
