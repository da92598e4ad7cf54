import {
  UNDELIVERED_TEXTS,
  type UndeliveredOutcome,
  type UndeliveredReason,
} from '@nashta/contracts/orders/undelivered'
import type { ShopTime } from '../../../shop/shop-time.ts'
import {
  heldStock,
  illegalTransition,
  orderNotFound,
  unchanged,
  withTimeline,
} from '../../order/order-state.ts'
import { isOver, isVisible, phaseOf } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { isReplaced } from '../../order/replacements.ts'
import { cancelOrder } from '../rules/cancel.ts'
import { decideGoods } from '../rules/goods.ts'
import { withParcelStates } from '../rules/parcels.ts'

/** The courier could not hand the parcels over. */
type Undelivered = { kind: 'undelivered'; outcome: UndeliveredOutcome; reason: UndeliveredReason }

/** A courier does not try twice within this time, so the same report is a repeated one. */
const SAME_TRY_MS = 4 * 60 * 60 * 1000

/**
 * The courier tries again, and the order stays on its way. Or the goods are on their way back: the order
 * is cancelled, and what was paid goes back. Cash on delivery was not collected, so it never was revenue.
 * While a replacement stands, only the goods are recorded: they were sent once more, so no money goes back.
 */
export function recordUndelivered(
  order: OrderRecord,
  { outcome, reason }: Undelivered,
  { at }: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  const note = UNDELIVERED_TEXTS[reason]
  const isComingBack = outcome === 'comingBack'
  const last = order.timeline.findLast(({ kind }) => kind === 'notDelivered' || kind === 'comingBack')
  const isSame = last?.note === note && last.kind === (isComingBack ? 'comingBack' : 'notDelivered')
  const isRepeated = isSame && (isComingBack || at.getTime() - new Date(last.at).getTime() < SAME_TRY_MS)
  if (isRepeated && isOver(order) === isComingBack) return unchanged(order)
  const phase = phaseOf(order)
  if (phase.name !== 'onItsWay' || !phase.isShipped)
    throw illegalTransition('Only an order that is on its way can be undelivered')
  if (!isComingBack) {
    const tried = withTimeline(order, at, 'notDelivered', { note })
    const mail = { kind: 'queueMail', mail: 'not-delivered', tryAt: at.toISOString() } as const
    return { order: withParcelStates(tried, ['onTheWay'], 'notDelivered', at), effects: [mail] }
  }
  if (isReplaced(order) && last?.kind === 'comingBack') return unchanged(order)
  const returning = withTimeline(order, at, 'comingBack', { note })
  const onWayBack = withParcelStates(returning, ['onTheWay', 'notDelivered'], 'comingBack', at)
  if (isReplaced(order)) return decideGoods(onWayBack, heldStock(onWayBack), 'expected', at)
  return cancelOrder(onWayBack, note, at, 'expected')
}
