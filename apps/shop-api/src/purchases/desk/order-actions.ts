import {
  ORDER_ACTIONS,
  type OrderAction,
  REFUND_ACTIONS,
  type RefundAction,
} from '@nashta/contracts/orders/desk/desk-order'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { OrderRecord } from '../purchase-store.ts'
import { type OrderEvent, settleOrder } from '../settlement/settle-order.ts'

/** An example event of each action. `settleOrder` refuses it when it would refuse the action. */
const EVENTS: Record<OrderAction, OrderEvent> = {
  confirm: { kind: 'confirmedByHand', note: '' },
  pack: { kind: 'packed' },
  ship: { kind: 'shipped', shipment: { courier: '' } },
  deliver: { kind: 'delivered' },
  cancel: { kind: 'cancelledByShop', reason: '' },
  refund: { kind: 'refundRequested', key: 'try', reason: '', returnStock: false },
}

/** The reason that is shown when an action would change nothing. */
const DONE: Record<OrderAction, string> = {
  confirm: 'The payment is confirmed',
  pack: 'The order is packed',
  ship: 'The order is shipped',
  deliver: 'The order is delivered',
  cancel: 'The order is cancelled',
  refund: 'Everything is refunded',
}

/** An example event of each action on one refund. */
const REFUND_EVENTS: Record<RefundAction, (refundId: string) => OrderEvent> = {
  pay: (refundId) => ({ kind: 'refundSettledByHand', refundId, result: { kind: 'done', reference: '' } }),
  retry: (refundId) => ({ kind: 'refundRetried', refundId }),
  giveUp: (refundId) => ({ kind: 'refundSettledByHand', refundId, result: { kind: 'refused', message: '' } }),
}

export type ActionRule = { action: OrderAction; allowed: boolean; reason?: string }

/** Every action, whether it is possible now, and if not, why. The rules are those of `settleOrder`. */
export function allowedActions(order: OrderRecord): ActionRule[] {
  return ORDER_ACTIONS.map((action) => {
    const reason = refusalOf(order, EVENTS[action], DONE[action])
    return reason === null ? { action, allowed: true } : { action, allowed: false, reason }
  })
}

export function allowedRefundActions(order: OrderRecord, refundId: string): RefundAction[] {
  return REFUND_ACTIONS.filter((action) => refusalOf(order, REFUND_EVENTS[action](refundId), 'Done') === null)
}

/** Why the event is refused, `done` when it changes nothing, or null when it is possible. */
function refusalOf(order: OrderRecord, event: OrderEvent, done: string): string | null {
  try {
    // The settled order is only compared, so its time does not matter.
    return settleOrder(order, event, new Date(0)).order === order ? done : null
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return error.message
  }
}
