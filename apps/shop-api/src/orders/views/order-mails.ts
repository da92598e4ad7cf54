import { isEmail } from '@nashta/contracts/account/checks'
import { ORDER_MAIL_KINDS, type OrderMailKind } from '@nashta/contracts/mails/mails'
import { paiseToRupees } from '@nashta/contracts/money'
import { confirmOrderPath, orderLinkPath } from '@nashta/contracts/orders/order-texts'
import { mailEntry, mailKey } from '@nashta/mail/mail-topic'
import { parcelsOf } from '../events/rules/parcels.ts'
import { refundIdOfCancellation } from '../events/rules/refunds.ts'
import { CANCELLED_BY_SHOP } from '../events/status-changed.ts'
import { findFurther, furtherPayments } from '../order/further-payments.ts'
import { isGuestOrder } from '../order/guest-orders.ts'
import { orderLinkToken } from '../order/order-link.ts'
import { mailsSentAgain } from '../order/order-mails.ts'
import type { OrderMail, OrderRecall, OrderRecord } from '../order/purchase-store.ts'
import { toPurchase } from './shopper-order.ts'

const isAboutRefund = (mail: OrderMailKind) => mail.startsWith('refund-')
/** An order may have several of these: one for each parcel, edit, try or recall. */
const KINDS_OF_PARTS: ReadonlySet<OrderMailKind> = new Set([
  'parcel',
  'edited',
  'rest-paid',
  'edit-undone',
  'not-delivered',
  'recalled',
])
const KINDS_ONCE_PER_ORDER = ORDER_MAIL_KINDS.filter(
  (mail) => !isAboutRefund(mail) && !KINDS_OF_PARTS.has(mail),
)
const KINDS_ONCE_PER_REFUND = ORDER_MAIL_KINDS.filter(isAboutRefund)

/** The outbox keys of all mails that an order may have. */
export function orderMailKeys(order: OrderRecord) {
  const { purchaseId, refunds } = order
  const orderKeys = KINDS_ONCE_PER_ORDER.map((kind) => mailKey(`order-${kind}`, purchaseId))
  const refundKeys = refunds.flatMap(({ refundId }) => {
    const deduplicationId = deduplicationIdOf(purchaseId, { refundId })
    return KINDS_ONCE_PER_REFUND.map((kind) => mailKey(`order-${kind}`, deduplicationId))
  })
  const parcelKeys = parcelsOf(order).flatMap(({ parcelId, mails }) =>
    Array.from({ length: mails }, (_, index) =>
      mailKey('order-parcel', deduplicationIdOf(purchaseId, { parcel: `${parcelId}.${index + 1}` })),
    ),
  )
  const editKeys = (order.edits?.list ?? []).map(({ editId }) =>
    mailKey('order-edited', deduplicationIdOf(purchaseId, { editId })),
  )
  const undoneKeys = (order.edits?.list ?? [])
    .filter(({ undoneAt }) => undoneAt !== undefined)
    .map(({ editId }) => mailKey('order-edit-undone', deduplicationIdOf(purchaseId, { editId })))
  const restKeys = furtherPayments(order).flatMap(({ paymentId }) => {
    const deduplicationId = deduplicationIdOf(purchaseId, { paymentId })
    return (['order-rest-paid', 'order-payment-not-found'] as const).map((kind) =>
      mailKey(kind, deduplicationId),
    )
  })
  const tryKeys = order.timeline
    .filter(({ kind }) => kind === 'notDelivered')
    .map(({ at }) => mailKey('order-not-delivered', deduplicationIdOf(purchaseId, { tryAt: at })))
  const recallKeys = (order.fulfilment.recalls ?? []).map(({ recallId }) =>
    mailKey('order-recalled', deduplicationIdOf(purchaseId, { recallId })),
  )
  const cancelledAgainKey = mailKey('order-cancelled', revivedDeduplicationId(purchaseId))
  const keysOfMailsSentAgain = mailsSentAgain(order).map((sent) =>
    mailKey(`order-${sent.mail}`, deduplicationIdOf(purchaseId, sent)),
  )
  return [
    ...orderKeys,
    cancelledAgainKey,
    ...refundKeys,
    ...parcelKeys,
    ...editKeys,
    ...undoneKeys,
    ...restKeys,
    ...tryKeys,
    ...recallKeys,
    ...keysOfMailsSentAgain,
  ]
}

/**
 * The outbox entry of a mail about an order; null when the order has no valid e-mail address. The
 * links in the mail start with `origin`.
 */
export function orderMailEntry(order: OrderRecord, orderMail: OrderMail, origin: string) {
  if (order.email === null || !isEmail(order.email)) return null
  const { mail, again } = orderMail
  // The shopper got a mail when the order ended unpaid, and gets another one now.
  const isCancelledAgain =
    mail === 'cancelled' && order.payment.revivedAt !== undefined && again === undefined
  return mailEntry({
    deduplicationId: isCancelledAgain
      ? revivedDeduplicationId(order.purchaseId)
      : deduplicationIdOf(order.purchaseId, orderMail),
    to: order.email,
    message: { kind: `order-${mail}`, data: orderMailData(order, orderMail, origin) },
    // A guest may type another person's address, so the mails to a guest's address are limited.
    isCausedByOwner: !isGuestOrder(order),
    ...(!isGuestOrder(order) && { accountSub: order.userId }),
  })
}

function orderMailData(
  order: OrderRecord,
  { mail, refundId, recallId, paymentId }: OrderMail,
  origin: string,
) {
  const further = mail === 'payment-not-found' ? findFurther(order, paymentId) : undefined
  const recall = order.fulfilment.recalls?.find((each) => each.recallId === recallId)
  const token = orderLinkToken(order)
  const code = order.payment.confirmationCode
  // A cancellation mail is sent once per order, but also mentions the refund of the cancellation.
  const mentionedRefundId = mail === 'cancelled' ? refundIdOfCancellation(order) : refundId
  return {
    purchase: toPurchase(order),
    ...(isGuestOrder(order) && { isForGuest: true }),
    orderUrl: origin + orderLinkPath(token),
    ...(code !== undefined && { confirmUrl: origin + confirmOrderPath(token, code) }),
    ...(mentionedRefundId !== undefined && { refundId: mentionedRefundId }),
    ...(further && { notFoundAmount: paiseToRupees(further.amountPaise) }),
    ...(mail === 'cancelled' && reasonOfShop(order)),
    ...(recall && { recall: textsOf(recall) }),
  }
}

function textsOf({ productName, batch, reason, advice }: OrderRecall) {
  return { productName, batch, reason, advice }
}

/** The reason that an operator gave for the cancellation. A shopper knows the reason already. */
function reasonOfShop({ timeline }: OrderRecord) {
  const { by, note } = timeline.findLast(({ kind }) => kind === 'cancelled') ?? {}
  return by === undefined || note === undefined || note === CANCELLED_BY_SHOP ? {} : { shopsReason: note }
}

/** For the second cancellation of an order that was revived after the first. */
function revivedDeduplicationId(purchaseId: string) {
  return `${purchaseId}-revived`
}

function deduplicationIdOf(
  purchaseId: string,
  { refundId, parcel, editId, paymentId, tryAt, recallId, again }: Omit<OrderMail, 'mail'>,
) {
  return [purchaseId, refundId, parcel, editId, paymentId, tryAt && Date.parse(tryAt), recallId, again]
    .filter((part) => part !== undefined)
    .join('-')
}
