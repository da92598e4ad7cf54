import { assertFreshSignIn, type Caller } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/service-error'
import {
  type Authorship,
  type AuthorshipDeps,
  authorshipOf,
  differences,
  nameOf,
  type Operator,
} from '../../operator-log/logged-change.ts'
import type { LogEntry } from '../../operator-log/operator-log.ts'
import { readShopTime, type ShopTime } from '../../shop/shop-time.ts'
import { listGoodsFates } from '../events/rules/goods.ts'
import { parcelsOf } from '../events/rules/parcels.ts'
import { refundNeedsFreshSignIn } from '../events/rules/refunds.ts'
import { type OrderEvent, settleOrder } from '../events/settle-order.ts'
import { findGoneReplacements } from '../order/gone-replacements.ts'
import { orderNotFound, unchanged } from '../order/order-state.ts'
import { orderVersion } from '../order/order-work.ts'
import { isVisible, isWaiting, phaseOf } from '../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../order/purchase-store.ts'
import { isReplaced, withGoneReplacements } from '../order/replacements.ts'
import { ORDER_WORDS } from '../order/status-words.ts'
import { type BillDeps, tryToIssuePapers } from './issue-papers.ts'

export type ChangeOrderDeps = AuthorshipDeps & BillDeps

export type OperatorChange = {
  caller: Caller
  makeEvent: (operator: Operator) => OrderEvent
  /** The version that the operator saw. If the order has changed since, the change is refused. */
  seen?: string | undefined
}

/**
 * Changes an order for an operator. One transaction writes order, effects and log entry. A bill that the
 * order then owes is made at once.
 */
export async function changeOrder(
  deps: ChangeOrderDeps,
  purchaseId: string,
  { caller, makeEvent, seen }: OperatorChange,
): Promise<{ order: OrderRecord; isChanged: boolean }> {
  const authorship = await authorshipOf(deps, caller)
  const event = makeEvent({ id: caller.sub, name: nameOf(authorship) })
  const { calendar } = await readShopTime(deps)
  let isChanged = false
  const order = await updateReplaced(deps, purchaseId, (stored) => {
    const settled = settleByOperator(stored, event, { caller, authorship, calendar, seen })
    isChanged = settled.order !== stored
    return settled
  })
  if (!order) throw orderNotFound()
  return { order: await tryToIssuePapers(deps, order), isChanged }
}

/**
 * Updates an order. If it has replacements, first reads which of them are gone, because rules about money depend on
 * that. An order without replacements needs only one update.
 */
async function updateReplaced(
  deps: ChangeOrderDeps,
  purchaseId: string,
  transition: (order: OrderRecord) => OrderTransition,
): Promise<OrderRecord | null> {
  let hasReplacements = false
  const first = await deps.purchases.update(purchaseId, (stored) => {
    hasReplacements = isReplaced(stored)
    // For an order with replacements, this update only reads.
    return hasReplacements ? unchanged(stored) : transition(stored)
  })
  if (!first || !hasReplacements) return first
  // A replacement that is linked after this read counts as standing. One that is gone never comes back.
  const gone = await findGoneReplacements(deps, first)
  return deps.purchases.update(purchaseId, (stored) => {
    const known = withGoneReplacements(stored, gone)
    const settled = transition(known)
    // `known` may be a copy, which the store would write although nothing has changed.
    return settled.order === known ? unchanged(stored) : settled
  })
}

type OperatorSettlement = Pick<OperatorChange, 'caller' | 'seen'> &
  Pick<ShopTime, 'calendar'> & { authorship: Authorship }

function settleByOperator(
  order: OrderRecord,
  event: OrderEvent,
  { caller, authorship, calendar, seen }: OperatorSettlement,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  const time = { at: new Date(authorship.at), calendar }
  const settle = () => settleOrder(order, event, time, nameOf(authorship))
  const hasChangedSince = seen !== undefined && seen !== orderVersion(order)
  if (hasChangedSince) return acceptOnlyRepeat(order, settle)
  if (seen === undefined && mustBeSeen(order, event)) throw new ServiceError('ORDER_CHANGED', NOT_SEEN)
  const settled = settle()
  const { order: after } = settled
  // `after` is null only for an event that removes the order. No action of an operator does.
  if (after === null || after === order) return settled
  if (refundNeedsFreshSignIn(order, after)) assertFreshSignIn(caller, time.at)
  const entry = orderLogEntry(order, after, authorship)
  // A claim to pack changes nothing that the log compares.
  if (Object.keys(entry.changes).length === 0) return settled
  return { ...settled, effects: [...settled.effects, { kind: 'log', entry }] }
}

const NOT_SEEN = 'It was edited: open it, and pack what it says now'

/** Whether the event needs the current version of the order. An edited order is packed only with its current version. */
function mustBeSeen({ edits, fulfilment }: OrderRecord, { kind }: OrderEvent) {
  return kind === 'packed' && edits !== undefined && fulfilment.packing?.packedAt === undefined
}

/**
 * For an order that has changed since the operator saw it. A repeated action is accepted, because
 * it changes nothing. Every other action is refused.
 */
function acceptOnlyRepeat(order: OrderRecord, settle: () => OrderTransition): OrderTransition {
  const settled = nullIfRefused(settle)
  if (settled?.order === order) return settled
  throw orderChanged(order)
}

/**
 * Null if a rule refuses the action. The rule's error is not shown, because the operator did not
 * see the change that made the rule apply.
 */
function nullIfRefused(settle: () => OrderTransition): OrderTransition | null {
  try {
    return settle()
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

export function orderChanged(order: OrderRecord) {
  return new ServiceError('ORDER_CHANGED', `Changed by somebody else: it is now ${statusText(order)}`)
}

function statusText(order: OrderRecord) {
  const phase = phaseOf(order)
  if (phase.name === 'toHandOver') return 'packed'
  if (phase.name === 'toPack' && order.edits && order.fulfilment.contentChangedAt) return 'edited'
  if (phase.name === 'toPack' && phase.hasBegun) return 'being packed'
  return isWaiting(order) ? 'waiting for its payment' : ORDER_WORDS[order.orderStatus]
}

function orderLogEntry(before: OrderRecord, after: OrderRecord, authorship: Authorship): LogEntry {
  const changes = differences(loggedFields(before), loggedFields(after))
  return { ...authorship, kind: 'order', subject: before.purchaseId, action: 'update', changes }
}

/**
 * The fields that the log compares. None is about the shopper, because log entries are never
 * erased.
 */
function loggedFields(order: OrderRecord) {
  const { orderStatus, deliveryStatus, payment, refunds, edits, fulfilment, notes } = order
  const { packing, printedAt, expectedBack, billing } = fulfilment
  return {
    orderStatus,
    deliveryStatus,
    payment: payment.state,
    furtherPayments: payment.further?.map(({ paymentId, state, amountPaise }) => ({
      paymentId,
      state,
      amountPaise,
    })),
    refunds: refunds.map(({ refundId, state, amountPaise }) => ({ refundId, state, amountPaise })),
    edits: edits?.list.map(({ editId, lines, parts, totalPaise, refusedAt, undoneAt }) => ({
      editId,
      lines,
      parts,
      totalPaise,
      refusedAt,
      undoneAt,
    })),
    packing,
    goods: listGoodsFates(order),
    expectedBack,
    parcels: parcelsOf(order).map(({ courier, updatedAt }) => ({ courier, updatedAt })),
    replacements: fulfilment.replacements?.map(({ purchaseId, units }) => ({ purchaseId, units })),
    printedAt,
    bill: billing?.isAskedFor && 'asked for',
    notes: notes.length,
  }
}
