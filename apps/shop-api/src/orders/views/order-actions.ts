import { asPaise } from '@nashta/contracts/money'
import {
  ORDER_ACTIONS,
  type OrderAction,
  REFUND_ACTIONS,
  type RefundAction,
} from '@nashta/contracts/orders/desk/desk-order'
import { ServiceError } from '@nashta/service-kit/service-error'
import { contentOf } from '../events/rules/edits.ts'
import { type OrderEvent, settleOrder } from '../events/settle-order.ts'
import { owedPaise } from '../order/further-payments.ts'
import type { OrderRecord } from '../order/purchase-store.ts'
import { isReplaced } from '../order/replacements.ts'

/** A payment whose number no order has. */
const EXAMPLE_REFERENCE = 'example'

/** An example event of each action. `settleOrder` refuses the example if it refuses the action. */
const EXAMPLE_EVENTS: Record<OrderAction, OrderEvent | ((order: OrderRecord) => OrderEvent)> = {
  confirm: (order) => ({ kind: 'confirmedByHand', seen: wholePayment(order) }),
  revive: (order) => ({ kind: 'revived', seen: wholePayment(order) }),
  record: (order) => ({
    kind: 'paymentRecorded',
    seen: { ...wholePayment(order), reference: EXAMPLE_REFERENCE },
  }),
  closeClaim: { kind: 'claimClosed' },
  takeBack: { kind: 'editUndone', because: 'takenBack', mayUndo: true },
  edit: (order) => ({ kind: 'edited', key: 'try', request: '', content: contentOf(order) }),
  pack: { kind: 'packed' },
  unpack: { kind: 'unpacked' },
  ship: { kind: 'shipped', parcel: { courier: '' } },
  parcel: { kind: 'parcelSaved', parcel: { courier: '' } },
  deliver: { kind: 'delivered' },
  undelivered: { kind: 'undelivered', outcome: 'tryAgain', reason: 'lost' },
  cancel: { kind: 'cancelledByShop', reason: '', goods: 'expected' },
  // While a replacement stands, units that it does not send and amounts can be refunded.
  refund: (order) =>
    isReplaced(order)
      ? { kind: 'goodwillGranted', key: 'try', amountPaise: asPaise(1), reason: '' }
      : { kind: 'refundRequested', key: 'try', reason: '', goods: 'lost' },
  goods: { kind: 'goodsSettled', goods: 'back' },
  replace: {
    kind: 'replaced',
    replacement: { purchaseId: '', units: [], key: 'try', request: '' },
    reason: '',
  },
}

/** The reason that the desk shows when an action would change nothing. */
const DONE_REASONS: Record<OrderAction, string> = {
  confirm: 'The payment is confirmed',
  revive: 'The order is revived',
  record: 'The payment is recorded',
  closeClaim: 'The claim is closed',
  takeBack: 'The change is taken back',
  edit: 'The order is edited',
  pack: 'The order is packed',
  unpack: 'The order is to be packed',
  ship: 'The order is shipped',
  parcel: 'The parcel is known',
  deliver: 'The order is delivered',
  undelivered: 'It is recorded',
  cancel: 'The order is cancelled',
  refund: 'Everything is refunded',
  goods: 'The goods are back',
  replace: 'It is replaced',
}

/** An example event of each action on one refund. */
const EXAMPLE_REFUND_EVENTS: Record<RefundAction, (refundId: string) => OrderEvent> = {
  pay: (refundId) => ({ kind: 'refundSettledByHand', refundId, result: { kind: 'done', reference: '' } }),
  retry: (refundId) => ({ kind: 'refundRetried', refundId }),
  giveUp: (refundId) => ({ kind: 'refundSettledByHand', refundId, result: { kind: 'refused', message: '' } }),
}

/** A payment of what is to be paid. */
function wholePayment(order: OrderRecord) {
  const amountPaise = owedPaise(order) || order.totalPaise
  return { amountPaise, reference: null }
}

export type ActionRule = { action: OrderAction; allowed: boolean; reason?: string }

/** Returns every action: whether `settleOrder` allows it now and, if not, the reason. */
export function listActionRules(order: OrderRecord): ActionRule[] {
  return ORDER_ACTIONS.map((action) => {
    const example = EXAMPLE_EVENTS[action]
    const event = typeof example === 'function' ? example(order) : example
    const reason = refusalOf(order, event, DONE_REASONS[action])
    return reason === null ? { action, allowed: true } : { action, allowed: false, reason }
  })
}

export function allowedRefundActions(order: OrderRecord, refundId: string): RefundAction[] {
  return REFUND_ACTIONS.filter((action) => {
    const event = EXAMPLE_REFUND_EVENTS[action](refundId)
    return refusalOf(order, event, 'Done') === null
  })
}

/** The result is only compared with the order, so the time of an example event does not matter. */
const ANY_TIME = { at: new Date(0), calendar: {} }

/** Returns why the event is refused, `doneReason` if it changes nothing, and otherwise null. */
function refusalOf(order: OrderRecord, event: OrderEvent, doneReason: string): string | null {
  try {
    return settleOrder(order, event, ANY_TIME).order === order ? doneReason : null
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return error.message
  }
}
