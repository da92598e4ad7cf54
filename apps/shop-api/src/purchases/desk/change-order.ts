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
  /** Makes the event. `by` is the name of the operator. */
  event: (by: string) => OrderEvent
  /** The version that the operator has seen. The change is refused when the order has another one. */
  version?: string | undefined
}

/** A change by an operator: the order, its effects and the log entry are one transaction. */
export async function changeOrder(
  deps: ChangeOrderDeps,
  purchaseId: string,
  { caller, event, version }: OperatorChange,
): Promise<{ order: OrderRecord; isChanged: boolean }> {
  const authorship = await authorshipOf(deps, caller)
  const operatorsEvent = event(nameOf(authorship))
  let isChanged = false
  const order = await deps.purchases.update(purchaseId, (stored) => {
    const settled = settleByOperator(stored, operatorsEvent, authorship, version)
    isChanged = settled.order !== stored
    return settled
  })
  if (!order) throw orderNotFound()
  return { order, isChanged }
}

/** A repeated action changes nothing, and succeeds although its first request has changed the version. */
function settleByOperator(
  order: OrderRecord,
  event: OrderEvent,
  authorship: Authorship,
  version?: string,
): OrderTransition {
  const isStale = version !== undefined && isAccepted(order) && version !== orderVersion(order)
  const settled = settleOrRefuse(order, event, authorship, isStale)
  if (settled.order === order) return settled
  if (isStale) throw orderChanged(order)
  const entry = orderLogEntry(order, settled.order, authorship)
  return { ...settled, effects: [...settled.effects, { kind: 'log', entry }] }
}

/** When a rule refuses an action on an outdated version, the operator is told that the order has changed, not of the rule. */
function settleOrRefuse(order: OrderRecord, event: OrderEvent, authorship: Authorship, isStale: boolean) {
  try {
    return settleOrder(order, event, new Date(authorship.at), nameOf(authorship))
  } catch (error) {
    if (isStale && error instanceof ServiceError) throw orderChanged(order)
    throw error
  }
}

function nameOf({ by: { email, username } }: Authorship) {
  return email ?? username
}

const STATUS_TEXTS: Partial<Record<OrderStatus, string>> = { PROCESSING: 'waiting for its payment' }

function orderChanged({ orderStatus, fulfilment: { packing } }: OrderRecord) {
  const packed = packing?.packedAt === undefined ? 'being packed' : 'packed'
  const isWithPacker = orderStatus === 'CONFIRMED' && packing !== undefined
  const now = isWithPacker ? packed : (STATUS_TEXTS[orderStatus] ?? orderStatus)
  return new ServiceError('ORDER_CHANGED', `Changed by somebody else: it is now ${now}`)
}

function orderLogEntry(before: OrderRecord, after: OrderRecord | null, authorship: Authorship): LogEntry {
  const changes = differences(loggedFields(before), after && loggedFields(after))
  return { ...authorship, kind: 'order', subject: before.purchaseId, action: 'update', changes }
}

/** Leaves out everything about the person, because log entries are never erased. */
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
