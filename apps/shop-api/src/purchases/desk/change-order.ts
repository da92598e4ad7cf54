import type { OrderStatus } from '@nashta/contracts/orders/order-status'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import {
  type Authorship,
  type AuthorshipDeps,
  authorshipOf,
  differences,
} from '../../operator-log/logged-change.ts'
import type { LogEntry } from '../../operator-log/operator-log.ts'
import { isAccepted, orderNotFound } from '../order-state.ts'
import type { OrderRecord, OrderTransition, PurchaseStore } from '../purchase-store.ts'
import { type OrderEvent, settleOrder } from '../settlement/settle-order.ts'
import { orderVersion } from './order-work.ts'

export type ChangeOrderDeps = AuthorshipDeps & { purchases: PurchaseStore }

export type OperatorChange = {
  caller: Caller
  /** `by` is the name of the operator. */
  makeEvent: (by: string) => OrderEvent
  /** The version that the operator saw. When the order has another one, the change is refused. */
  version?: string | undefined
}

/** Changes an order for an operator. One transaction writes order, effects and log entry. */
export async function changeOrder(
  deps: ChangeOrderDeps,
  purchaseId: string,
  { caller, makeEvent, version }: OperatorChange,
): Promise<{ order: OrderRecord; isChanged: boolean }> {
  const authorship = await authorshipOf(deps, caller)
  const event = makeEvent(nameOf(authorship))
  let isChanged = false
  const order = await deps.purchases.update(purchaseId, (stored) => {
    const settled = settleByOperator(stored, event, authorship, version)
    isChanged = settled.order !== stored
    return settled
  })
  if (!order) throw orderNotFound()
  return { order, isChanged }
}

function settleByOperator(
  order: OrderRecord,
  event: OrderEvent,
  authorship: Authorship,
  version?: string,
): OrderTransition {
  // Operators do not see an order that is not accepted. For such an order the error must be "There
  // is no such order" of `settleOrder`, so it never counts as stale.
  const isStale = version !== undefined && isAccepted(order) && version !== orderVersion(order)
  const settle = () => settleOrder(order, event, new Date(authorship.at), nameOf(authorship))
  if (isStale) return acceptOnlyRepeat(order, settle)
  const settled = settle()
  if (settled.order === order) return settled
  const entry = orderLogEntry(order, settled.order, authorship)
  return { ...settled, effects: [...settled.effects, { kind: 'log', entry }] }
}

/**
 * Settles an order of which the operator saw an older version. Only an action that changes nothing
 * is accepted, such as one that is repeated. For any other action the error says that the order has
 * changed, even if a rule refuses the action: the operator could not see why the rule applies.
 */
function acceptOnlyRepeat(order: OrderRecord, settle: () => OrderTransition): OrderTransition {
  try {
    const settled = settle()
    if (settled.order === order) return settled
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
  }
  throw orderChanged(order)
}

function nameOf({ by: { email, username } }: Authorship) {
  return email ?? username
}

/** Any other status is shown as it is. */
const STATUS_TEXTS: Partial<Record<OrderStatus, string>> = { PROCESSING: 'waiting for its payment' }

function orderChanged({ orderStatus, fulfilment: { packing } }: OrderRecord) {
  const packingText = packing?.packedAt === undefined ? 'being packed' : 'packed'
  const isPackingBegun = orderStatus === 'CONFIRMED' && packing !== undefined
  const statusText = isPackingBegun ? packingText : (STATUS_TEXTS[orderStatus] ?? orderStatus)
  return new ServiceError('ORDER_CHANGED', `Changed by somebody else: it is now ${statusText}`)
}

function orderLogEntry(before: OrderRecord, after: OrderRecord | null, authorship: Authorship): LogEntry {
  const changes = differences(loggedFields(before), after && loggedFields(after))
  return { ...authorship, kind: 'order', subject: before.purchaseId, action: 'update', changes }
}

/** No field is about the shopper, because log entries are never erased. */
function loggedFields({ orderStatus, deliveryStatus, payment, refunds, fulfilment, notes }: OrderRecord) {
  const { packing, shipment, printedAt } = fulfilment
  return {
    orderStatus,
    deliveryStatus,
    payment: payment.state,
    refunds: refunds.map(({ refundId, state, amountPaise }) => ({ refundId, state, amountPaise })),
    packing,
    courier: shipment?.courier,
    printedAt,
    notes: notes.length,
  }
}
