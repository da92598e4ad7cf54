import { hash } from 'node:crypto'
import { MAIL_TITLES } from '@nashta/contracts/mails/mails'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { ShopTime } from '../../shop/shop-time.ts'
import { mailsSentAgain, noteKeyOf, trueMails } from '../order/order-mails.ts'
import { illegalTransition, orderNotFound, unchanged } from '../order/order-state.ts'
import { isVisible } from '../order/phase.ts'
import type { OrderMail, OrderRecord, OrderTransition } from '../order/purchase-store.ts'

const HOUR_MS = 60 * 60 * 1000
const PER_HOUR_MAX = 3
const PER_ORDER_MAX = 10
const KEY_LENGTH = 32

/** An operator sends a mail again. A repeated key sends no second mail. */
type MailSentAgain = { kind: 'mailSentAgain'; key: string; by: string } & Pick<OrderMail, 'mail' | 'refundId'>

/**
 * Queues the mail, and adds a note that says who sent what. The key of the note is the record from which
 * repeats and the limits are read.
 */
export function sendMailAgain(
  order: OrderRecord,
  { key, by, mail, refundId }: MailSentAgain,
  time: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  const sent = mailsSentAgain(order)
  // A key may have any visible characters. Its hash is part of the Message-ID.
  const again = hash('sha256', key).slice(0, KEY_LENGTH)
  const repeated = sent.find((each) => each.again === again)
  if (repeated && repeated.mail === mail && repeated.refundId === refundId) return unchanged(order)
  if (repeated) throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another mail')
  const isStillTrue = trueMails(order).some((each) => each.mail === mail && each.refundId === refundId)
  if (!isStillTrue) throw illegalTransition('This mail does not say how the order is now')
  const inLastHour = sent.filter(({ at }) => time.at.getTime() - at.getTime() < HOUR_MS)
  if (inLastHour.length >= PER_HOUR_MAX || sent.length >= PER_ORDER_MAX)
    throw illegalTransition(
      `Mails of an order are sent again at most ${PER_HOUR_MAX} times an hour, and ${PER_ORDER_MAX} times in all`,
    )
  const text = `Sent again by mail: ${MAIL_TITLES[`order-${mail}`]}`
  const orderMail = { mail, refundId, again }
  const note = { key: noteKeyOf(orderMail), at: time.at.toISOString(), by, text }
  return {
    order: { ...order, notes: [...order.notes, note] },
    effects: [{ kind: 'queueMail', ...orderMail }],
  }
}
