import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { restState, soughtPayments } from './further-payments.ts'
import { isBought, phaseOf } from './phase.ts'
import type { OrderRecord, RefundRecord } from './purchase-store.ts'
import { isRefusedAndOwed, netPaid } from './refunded.ts'

/** The work that an operator has with an order. Null for an order that its shopper does not see. */
export function workStateOf(order: OrderRecord): WorkState | null {
  const work = workOfPhase(order)
  if (work === null || work === 'problem') return work
  return soughtPayments(order).length > 0 ? 'findPayment' : work
}

function workOfPhase(order: OrderRecord): WorkState | null {
  const phase = phaseOf(order)
  switch (phase.name) {
    case 'charging':
    case 'refused':
      return null
    case 'checking':
      return 'problem'
    case 'waitingForMoney':
      return phase.isClaimed ? 'confirm' : 'waiting'
    case 'waitingForConfirmation':
      return 'confirm'
    case 'toPack':
      return isRefundOwed(order) ? 'problem' : WORK_OF_REST[restState(order) ?? 'none']
    case 'toHandOver':
      return isRefundOwed(order) ? 'problem' : 'handOver'
    case 'onItsWay':
      return isRefundStuck(order) ? 'problem' : 'onTheWay'
    case 'delivered':
      return isRefundStuck(order) ? 'problem' : 'delivered'
    case 'over':
      if (phase.money === 'claimed') return 'findPayment'
      return phase.money === 'checking' || isRefundStuck(order) ? 'problem' : 'cancelled'
    default:
      return phase satisfies never
  }
}

/** An order that waits for the rest of its money is not packed. */
const WORK_OF_REST = { none: 'pack', owed: 'waiting', claimed: 'confirm' } as const

function isRefundOwed(order: OrderRecord) {
  return order.refunds.some((refund) => isRefusedAndOwed(order, refund))
}

/**
 * Whether an operator has to pay a refund by hand, or to find out why the provider has not paid it. Before
 * the hand-over only `isRefundOwed` counts: the goods are packed and handed over first.
 */
function isRefundStuck(order: OrderRecord) {
  return isRefundOwed(order) || order.refunds.some(isStuck)
}

function isStuck(refund: RefundRecord) {
  return mustBePaidByHand(refund) || refund.problem !== undefined
}

function mustBePaidByHand({ byHand, state }: RefundRecord) {
  return byHand && state === 'requested'
}

/** Whether a packer works on the order: it is to be packed, or to be given to the courier. */
export function isPackersWork(order: OrderRecord) {
  const work = workStateOf(order)
  return work === 'pack' || work === 'handOver'
}

/**
 * A hash of the fields that decide which actions an operator may take. Notes and prints do not
 * change the hash.
 */
export function orderVersion({
  state,
  orderStatus,
  deliveryStatus,
  payment,
  refunds,
  edits,
  fulfilment: { packing, parcels, contentChangedAt, expectedBack, replacements },
}: OrderRecord): string {
  const refundStates = refunds.map((refund) => [refund.refundId, refund.state])
  const statuses = [state, orderStatus, deliveryStatus, payment.state]
  const editStates = edits?.list.map(({ editId, refusedAt, undoneAt }) => [editId, refusedAt, undoneAt])
  const furtherStates = payment.further?.map(({ paymentId, state: paid, isSought }) => [
    paymentId,
    isSought ? 'sought' : paid,
  ])
  const facts = [...statuses, refundStates, packing, parcels, contentChangedAt, expectedBack, editStates]
  if (furtherStates) facts.push(furtherStates)
  if (replacements) facts.push(replacements.map(({ purchaseId }) => [purchaseId]))
  return contentHash(JSON.stringify(facts))
}

/** Whether the order counts for the day's orders and revenue. A replacement is no sale. */
export function isCounted(order: OrderRecord) {
  return isBought(order) && order.fulfilment.replaces === undefined
}

type OrderTotals = { orders: number; revenuePaise: number }

/**
 * What the order adds to the totals of the hour in which it was placed. A refund lowers the revenue
 * of that hour, whenever it is requested, as a cancellation does.
 */
function countedTotals(order: OrderRecord | null): OrderTotals {
  if (order === null || !isCounted(order)) return { orders: 0, revenuePaise: 0 }
  const refundedPaise = order.payment.paidPaise - netPaid(order)
  return { orders: 1, revenuePaise: order.totalPaise - refundedPaise }
}

/**
 * How the totals change with the order; null if they stay as they are. `before` is null for a new order,
 * `after` for a removed one. An edit is a change even if the sums stay the same, because the contents differ.
 */
export function totalsChange(before: OrderRecord | null, after: OrderRecord | null): OrderTotals | null {
  const old = countedTotals(before)
  const current = countedTotals(after)
  const change = {
    orders: current.orders - old.orders,
    revenuePaise: current.revenuePaise - old.revenuePaise,
  }
  const isEdited = before !== null && after !== null && before.edits !== after.edits
  return change.orders !== 0 || change.revenuePaise !== 0 || isEdited ? change : null
}
