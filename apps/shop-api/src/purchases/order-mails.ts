import { isEmail } from '@nashta/contracts/account/checks'
import { confirmOrderPath, orderLinkPath } from '@nashta/contracts/orders/order-texts'
import { mailEntry, mailKey } from '@nashta/mail/mail-topic'
import { isGuestOrder } from './guest-orders.ts'
import { orderLinkToken } from './order-link.ts'
import type { OrderMailKind, OrderRecord } from './purchase-store.ts'
import { toPurchase } from './purchase.ts'
import { refundIdOfCancellation } from './settlement/refunds.ts'

const KINDS = [
  'confirm-cash',
  'confirmed',
  'shipped',
  'delivered',
  'cancelled',
] as const satisfies OrderMailKind[]
const REFUND_KINDS = ['refund-started', 'refund-done', 'refund-failed'] as const satisfies OrderMailKind[]

/** The outbox keys of all mails that an order may have. */
export function orderMailKeys({ purchaseId, refunds }: OrderRecord) {
  const refundKeys = refunds.flatMap(({ refundId }) =>
    REFUND_KINDS.map((kind) => mailKey(`order-${kind}`, mailId(purchaseId, refundId))),
  )
  return [...KINDS.map((kind) => mailKey(`order-${kind}`, purchaseId)), ...refundKeys]
}

/**
 * The outbox entry of a mail about an order; null when the order has no valid e-mail address. The
 * links in the mail start with `origin`.
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
  // `refundId` is given only for a mail about a refund. A cancellation mail mentions a refund too,
  // so the id of that refund is read from the order.
  const mentionedRefundId = kind === 'cancelled' ? refundIdOfCancellation(order) : refundId
  const data = {
    purchase: toPurchase(order),
    orderUrl: origin + orderLinkPath(token),
    ...(code !== undefined && { confirmUrl: origin + confirmOrderPath(token, code) }),
    ...(mentionedRefundId !== undefined && { refundId: mentionedRefundId }),
  }
  return mailEntry({
    // An order gets each kind of mail once. A mail about a refund is sent once for each refund.
    deduplicationId: mailId(order.purchaseId, refundId),
    to: order.email,
    message: { kind: `order-${kind}`, data },
    // A guest may type another person's address, so the mails to a guest's address are limited.
    isCausedByOwner: !isGuestOrder(order),
  })
}

function mailId(purchaseId: string, refundId: string | undefined) {
  return refundId === undefined ? purchaseId : `${purchaseId}-${refundId}`
}
