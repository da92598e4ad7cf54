import { isEmail } from '@nashta/contracts/account/checks'
import { confirmOrderPath, orderLinkPath } from '@nashta/contracts/orders/order-texts'
import { mailEntry, mailKey } from '@nashta/mail/mail-topic'
import { refundIdOfCancellation } from '../events/rules/refunds.ts'
import { CANCELLED_BY_SHOP } from '../events/status-changed.ts'
import { isGuestOrder } from '../order/guest-orders.ts'
import { orderLinkToken } from '../order/order-link.ts'
import type { OrderMailKind, OrderRecord } from '../order/purchase-store.ts'
import { toPurchase } from './shopper-order.ts'

const KINDS_ONCE_PER_ORDER = [
  'confirm-cash',
  'confirmed',
  'shipped',
  'delivered',
  'cancelled',
  'payment-not-found',
] as const satisfies OrderMailKind[]
const KINDS_ONCE_PER_REFUND = [
  'refund-started',
  'refund-done',
  'refund-failed',
] as const satisfies OrderMailKind[]

/** The outbox keys of all mails that an order may have. */
export function orderMailKeys({ purchaseId, refunds }: OrderRecord) {
  const orderKeys = KINDS_ONCE_PER_ORDER.map((kind) => mailKey(`order-${kind}`, purchaseId))
  const refundKeys = refunds.flatMap(({ refundId }) => {
    const deduplicationId = deduplicationIdOf(purchaseId, refundId)
    return KINDS_ONCE_PER_REFUND.map((kind) => mailKey(`order-${kind}`, deduplicationId))
  })
  const cancelledAgainKey = mailKey('order-cancelled', revivedDeduplicationId(purchaseId))
  return [...orderKeys, cancelledAgainKey, ...refundKeys]
}

/**
 * The outbox entry of a mail about an order; null when the order has no valid e-mail address. The
 * links in the mail start with `origin`. Only for KINDS_ONCE_PER_REFUND, `refundId` is passed.
 */
export function orderMailEntry(
  order: OrderRecord,
  kind: OrderMailKind,
  refundId: string | undefined,
  origin: string,
) {
  if (order.email === null || !isEmail(order.email)) return null
  const token = orderLinkToken(order)
  const code = order.payment.confirmationCode
  // A cancellation mail is sent once per order, but also mentions the refund of the cancellation.
  const mentionedRefundId = kind === 'cancelled' ? refundIdOfCancellation(order) : refundId
  const data = {
    purchase: toPurchase(order),
    ...(isGuestOrder(order) && { isForGuest: true }),
    orderUrl: origin + orderLinkPath(token),
    ...(code !== undefined && { confirmUrl: origin + confirmOrderPath(token, code) }),
    ...(mentionedRefundId !== undefined && { refundId: mentionedRefundId }),
    ...(kind === 'cancelled' && reasonOfShop(order)),
  }
  // The shopper got a mail when the order ended unpaid, and gets another one now.
  const isCancelledAgain = kind === 'cancelled' && order.payment.revivedAt !== undefined
  return mailEntry({
    deduplicationId: isCancelledAgain
      ? revivedDeduplicationId(order.purchaseId)
      : deduplicationIdOf(order.purchaseId, refundId),
    to: order.email,
    message: { kind: `order-${kind}`, data },
    // A guest may type another person's address, so the mails to a guest's address are limited.
    isCausedByOwner: !isGuestOrder(order),
    ...(!isGuestOrder(order) && { accountSub: order.userId }),
  })
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

function deduplicationIdOf(purchaseId: string, refundId: string | undefined) {
  return refundId === undefined ? purchaseId : `${purchaseId}-${refundId}`
}
