import type { OrderStatus } from '@nashta/contracts/orders/order-status'
import type { Shipment } from '@nashta/contracts/orders/shipment'
import { ServiceError } from '@nashta/service-kit/service-error'
import {
  illegalTransition,
  orderNotFound,
  paidPayment,
  unchanged,
  withTimeline,
} from '../order/order-state.ts'
import { isPackersWork } from '../order/order-work.ts'
import { isOver, isVisible, isWaiting, phaseOf } from '../order/phase.ts'
import type { OrderEffect, OrderRecord, OrderTransition } from '../order/purchase-store.ts'

export const MAIL_SHIPPED: OrderEffect = { kind: 'queueMail', mail: 'shipped' }
export const MAIL_DELIVERED: OrderEffect = { kind: 'queueMail', mail: 'delivered' }

const NOTES_MAX = 50

/** A packer who has done nothing with an order for this long does not hold it any more. */
const CLAIM_MS = 10 * 60 * 1000

/** The order with its packer. Only they may take the next steps, until they are idle for too long. */
export function claimPacking(order: OrderRecord, by: string, at: Date): OrderTransition {
  assertNotCancelled(order)
  assertStatus(order, 'CONFIRMED', 'packed')
  if (order.fulfilment.packing?.packedAt !== undefined) throw illegalTransition('The order is packed')
  assertNoOtherPacker(order, by, at)
  return { order: withPacker(order, by, at), effects: [] }
}

/** `by` is undefined when an operator packs many orders at once. */
export function beginPacking(order: OrderRecord, by: string | undefined, at: Date): OrderTransition {
  assertNotCancelled(order)
  assertNoOtherPacker(order, by, at)
  const { packing } = order.fulfilment
  if (packing) return unchanged(order)
  assertStatus(order, 'CONFIRMED', 'packed')
  const fulfilment = { ...order.fulfilment, packing: { begunAt: at.toISOString() } }
  const begun = withTimeline({ ...order, fulfilment }, at, 'packingBegun')
  return { order: by === undefined ? begun : withPacker(begun, by, at), effects: [] }
}

export function finishPacking(order: OrderRecord, by: string | undefined, at: Date): OrderTransition {
  assertNotCancelled(order)
  const { contentChangedAt: _changedAt, packing, packer: _packer, ...fulfilment } = order.fulfilment
  if (packing?.packedAt !== undefined) return unchanged(order)
  assertStatus(order, 'CONFIRMED', 'packed')
  assertNoOtherPacker(order, by, at)
  const packedAt = at.toISOString()
  const packed = { ...fulfilment, packing: { begunAt: packing?.begunAt ?? packedAt, packedAt } }
  return { order: withTimeline({ ...order, fulfilment: packed }, at, 'packed'), effects: [] }
}

function withPacker(order: OrderRecord, name: string, at: Date): OrderRecord {
  return { ...order, fulfilment: { ...order.fulfilment, packer: { name, at: at.toISOString() } } }
}

function assertNoOtherPacker({ fulfilment: { packer } }: OrderRecord, by: string | undefined, at: Date) {
  if (packer === undefined || by === undefined || packer.name === by) return
  const idleMs = at.getTime() - new Date(packer.at).getTime()
  if (idleMs < CLAIM_MS) throw illegalTransition(`${packer.name} is packing this order`)
}

/** The order is to be packed again. It counts as begun, because the parcel may hold its goods. */
export function undoPacking(order: OrderRecord, at: Date): OrderTransition {
  assertNotCancelled(order)
  const phase = phaseOf(order)
  const { packing } = order.fulfilment
  const lastStep = order.timeline.findLast(({ kind }) => kind === 'packed' || kind === 'unpacked')
  if (phase.name === 'toPack' && lastStep?.kind === 'unpacked') return unchanged(order)
  if (phase.name !== 'toHandOver' || !packing)
    throw illegalTransition('Only an order that is packed, and not handed over, can be unpacked')
  const contentChange = order.timeline.findLast(({ kind }) => kind === 'contentChanged')
  const fulfilment = {
    ...order.fulfilment,
    packing: { begunAt: packing.begunAt },
    ...(contentChange && { contentChangedAt: contentChange.at }),
  }
  return { order: withTimeline({ ...order, fulfilment }, at, 'unpacked'), effects: [] }
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

/** Throws if the parcel may contain units that were refunded after packing began. */
export function assertContentPacked({ fulfilment }: OrderRecord) {
  if (fulfilment.contentChangedAt !== undefined)
    throw illegalTransition('Units were refunded after packing or printing: pack the order again first')
}

export function shipOrder(
  order: OrderRecord,
  { courier, trackingNumber, trackingUrl }: Omit<Shipment, 'shippedAt'>,
  at: Date,
): OrderTransition {
  const earlier = order.fulfilment.shipment
  const isRepeated =
    order.orderStatus === 'SHIPPED' &&
    earlier?.courier === courier &&
    earlier.trackingNumber === trackingNumber &&
    earlier.trackingUrl === trackingUrl
  if (isRepeated) return unchanged(order)
  assertNotCancelled(order)
  assertStatus(order, 'CONFIRMED', 'shipped')
  assertContentPacked(order)
  const shipment: Shipment = {
    courier,
    ...(trackingNumber !== undefined && { trackingNumber }),
    ...(trackingUrl !== undefined && { trackingUrl }),
    shippedAt: at.toISOString(),
  }
  const shipped: OrderRecord = {
    ...order,
    orderStatus: 'SHIPPED',
    // A later delivery status, which an operator set by hand, stays.
    deliveryStatus: order.deliveryStatus === 'PROCESSING' ? 'SHIPPED' : order.deliveryStatus,
    fulfilment: { ...order.fulfilment, shipment },
  }
  return { order: withTimeline(shipped, at, 'shipped', { note: courier }), effects: [MAIL_SHIPPED] }
}

export function deliverOrder(order: OrderRecord, at: Date): OrderTransition {
  if (phaseOf(order).name === 'delivered') return unchanged(order)
  assertStatus(order, 'SHIPPED', 'delivered')
  const delivered: OrderRecord = { ...order, orderStatus: 'DELIVERED', deliveryStatus: 'DELIVERED' }
  return { order: withRecordedDelivery(delivered, at), effects: [MAIL_DELIVERED] }
}

/** Records the delivery in the timeline and, for cash on delivery, the payment. */
export function withRecordedDelivery(order: OrderRecord, at: Date): OrderRecord {
  const delivered = withTimeline(order, at, 'delivered')
  if (order.payment.state !== 'due') return delivered
  const { totalPaise: amountPaise } = order
  return withTimeline({ ...delivered, payment: paidPayment(order.payment, amountPaise) }, at, 'paid', {
    amountPaise,
  })
}

export function addNote(
  order: OrderRecord,
  { key, text, by }: { key: string; text: string; by: string },
  at: Date,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  const earlier = order.notes.find((note) => note.key === key)
  if (earlier?.text === text) return unchanged(order)
  if (earlier) throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another note')
  if (order.notes.length >= NOTES_MAX) throw illegalTransition(`An order has at most ${NOTES_MAX} notes`)
  return {
    order: { ...order, notes: [...order.notes, { key, at: at.toISOString(), by, text }] },
    effects: [],
  }
}

/** The timeline gets only the first print: prints are unlimited, the timeline is not. */
export function recordPrint(
  order: OrderRecord,
  { isByPacker = false }: { isByPacker?: boolean },
  at: Date,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  if (isByPacker && !isPackersWork(order))
    throw illegalTransition('Your role prints only orders that are to be packed or handed over')
  const printed = { ...order, fulfilment: { ...order.fulfilment, printedAt: at.toISOString() } }
  const isFirst = order.fulfilment.printedAt === undefined
  return { order: isFirst ? withTimeline(printed, at, 'printed') : printed, effects: [] }
}

function assertNotCancelled(order: OrderRecord) {
  if (isOver(order))
    throw illegalTransition('The order is cancelled: nothing of it is to be packed or shipped')
}

function assertStatus(order: OrderRecord, wanted: OrderStatus, participle: string) {
  if (!isVisible(order)) throw orderNotFound()
  if (isWaiting(order)) throw illegalTransition('The payment of this order is not settled')
  if (order.orderStatus !== wanted)
    throw illegalTransition(`An order that is ${order.orderStatus} cannot be ${participle}`)
}
