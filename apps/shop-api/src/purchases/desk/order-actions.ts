import { ORDER_ACTIONS, type OrderAction } from '@nashta/contracts/orders/desk-orders'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { OrderRecord } from '../purchase-store.ts'
import { type OrderEvent, settleOrder } from '../settle-order.ts'

/** An example event of each action, to ask `settleOrder` whether it would refuse the action. */
const EVENTS: Record<OrderAction, OrderEvent> = {
  confirm: { kind: 'confirmedByHand', note: '' },
  pack: { kind: 'packed' },
  ship: { kind: 'shipped', shipment: { courier: '' } },
  deliver: { kind: 'delivered' },
  cancel: { kind: 'cancelledByShop', reason: '' },
  refund: { kind: 'refundRequested', key: 'try', reason: '', returnStock: false },
}

const DONE: Record<OrderAction, string> = {
  confirm: 'The payment is confirmed',
  pack: 'The order is packed',
  ship: 'The order is shipped',
  deliver: 'The order is delivered',
  cancel: 'The order is cancelled',
  refund: 'Everything is refunded',
}

export type ActionRule = { action: OrderAction; allowed: boolean; reason?: string }

/** Every action, whether it is possible now, and if not, why. The rules are those of `settleOrder`. */
export function allowedActions(order: OrderRecord): ActionRule[] {
  return ORDER_ACTIONS.map((action) => {
    try {
      const isDone = settleOrder(order, EVENTS[action], new Date(0)).order === order
      return isDone ? { action, allowed: false, reason: DONE[action] } : { action, allowed: true }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return { action, allowed: false, reason: error.message }
    }
  })
}
