import type { TimelineEventKind } from '@nashta/contracts/orders/order-payment'
import type { Operator } from '../../../operator-log/logged-change.ts'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { illegalTransition, unchanged, withTimeline } from '../../order/order-state.ts'
import { phaseOf } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { assertNotCancelled } from '../rules/packing.ts'

/** After one of these, the order must be packed before it is shipped. */
const CONTENT_CHANGES: ReadonlySet<TimelineEventKind> = new Set(['contentChanged', 'edited', 'editRefused'])

type Unpacked = { kind: 'unpacked'; by?: Operator }

/** The order is to be packed again. It counts as begun, because the parcel may hold its goods. */
export function undoPacking(order: OrderRecord, _event: Unpacked, { at }: ShopTime): OrderTransition {
  assertNotCancelled(order)
  const phase = phaseOf(order)
  const { packing } = order.fulfilment
  const lastStep = order.timeline.findLast(({ kind }) => kind === 'packed' || kind === 'unpacked')
  if (phase.name === 'toPack' && lastStep?.kind === 'unpacked') return unchanged(order)
  if (phase.name !== 'toHandOver' || !packing)
    throw illegalTransition('Only an order that is packed, and not handed over, can be unpacked')
  const contentChange = order.timeline.findLast(({ kind }) => CONTENT_CHANGES.has(kind))
  const fulfilment = {
    ...order.fulfilment,
    packing: { begunAt: packing.begunAt },
    ...(contentChange && { contentChangedAt: contentChange.at }),
  }
  return { order: withTimeline({ ...order, fulfilment }, at, 'unpacked'), effects: [] }
}
