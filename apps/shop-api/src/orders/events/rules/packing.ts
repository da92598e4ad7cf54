import type { OrderStatus } from '@nashta/contracts/orders/order-status'
import type { Operator } from '../../../operator-log/logged-change.ts'
import { illegalTransition, orderNotFound, paidPayment, withTimeline } from '../../order/order-state.ts'
import { isOver, isVisible, isWaiting } from '../../order/phase.ts'
import type { OrderEffect, OrderRecord } from '../../order/purchase-store.ts'
import { ORDER_WORDS } from '../../order/status-words.ts'
import { withParcelStates } from './parcels.ts'

export const MAIL_SHIPPED: OrderEffect = { kind: 'queueMail', mail: 'shipped' }
export const MAIL_DELIVERED: OrderEffect = { kind: 'queueMail', mail: 'delivered' }

/** A packer who has done nothing with an order for this long does not hold it any more. */
const CLAIM_MS = 10 * 60 * 1000

export function withPacker(order: OrderRecord, { id, name }: Operator, at: Date): OrderRecord {
  return { ...order, fulfilment: { ...order.fulfilment, packer: { id, name, at: at.toISOString() } } }
}

export function assertNoOtherPacker(
  { fulfilment: { packer } }: OrderRecord,
  by: Operator | undefined,
  at: Date,
) {
  if (packer === undefined || by === undefined || packer.id === by.id) return
  const idleMs = at.getTime() - new Date(packer.at).getTime()
  if (idleMs < CLAIM_MS) throw illegalTransition(`${packer.name} is packing this order`)
}

/**
 * The order after units were refunded. If packing had begun or a slip was printed, a packer may
 * have put these units into the parcel, so the order must be packed and printed again.
 */
export function withChangedContent(order: OrderRecord, at: Date): OrderRecord {
  const { packing, printedAt, ...fulfilment } = order.fulfilment
  if (!packing && printedAt === undefined) return order
  const changed = {
    ...fulfilment,
    ...(packing && { packing: { begunAt: packing.begunAt } }),
    contentChangedAt: at.toISOString(),
  }
  return withTimeline({ ...order, fulfilment: changed }, at, 'contentChanged')
}

/** The order after an edit: it must be packed before it is shipped, even if nothing was packed or printed. */
export function withEditedContent(order: OrderRecord, at: Date): OrderRecord {
  const changed = withChangedContent(order, at)
  return { ...changed, fulfilment: { ...changed.fulfilment, contentChangedAt: at.toISOString() } }
}

/** Throws if the parcel may contain other units than the order has since an edit, a refund or a recall. */
export function assertContentPacked({ fulfilment }: OrderRecord) {
  const { recalledBatch } = fulfilment
  if (recalledBatch !== undefined)
    throw illegalTransition(
      `${recalledBatch}, was recalled: take it out of the parcel and pack the order again`,
    )
  if (fulfilment.contentChangedAt !== undefined)
    throw illegalTransition('The order was changed: pack it first')
}

/** Records the delivery in the timeline and, for cash on delivery, the payment. */
export function withRecordedDelivery(order: OrderRecord, at: Date): OrderRecord {
  const arrived = withParcelStates(order, ['onTheWay', 'notDelivered'], 'delivered', at)
  const delivered = withTimeline(arrived, at, 'delivered')
  if (order.payment.state !== 'due') return delivered
  const { totalPaise: amountPaise } = order
  return withTimeline({ ...delivered, payment: paidPayment(order.payment, amountPaise) }, at, 'paid', {
    amountPaise,
  })
}

export function assertNotCancelled(order: OrderRecord) {
  if (isOver(order))
    throw illegalTransition('The order is cancelled: nothing of it is to be packed or shipped')
}

export function assertStatus(order: OrderRecord, wanted: OrderStatus, participle: string) {
  if (!isVisible(order)) throw orderNotFound()
  if (isWaiting(order)) throw illegalTransition('The payment of this order is not settled')
  if (order.orderStatus === wanted) return
  const status = ORDER_WORDS[order.orderStatus]
  throw illegalTransition(
    status === participle
      ? `The order is ${status} already`
      : `An order that is ${status} cannot be ${participle}`,
  )
}
