import { hash } from 'node:crypto'
import { MAIL_TITLES } from '@nashta/contracts/mails/mails'
import type { ShopTime } from '../../shop/shop-time.ts'
import { mailsSentAgain, noteKeyOf, trueMails } from '../order/order-mails.ts'
import { illegalTransition, orderNotFound, unchanged } from '../order/order-state.ts'
import { isVisible } from '../order/phase.ts'
import type { OrderMail, OrderRecord, OrderTransition } from '../order/purchase-store.ts'
import { addNote } from './noted.ts'

const HOUR_MS = 60 * 60 * 1000
const PER_HOUR_MAX = 3
const PER_ORDER_MAX = 10
const KEY_LENGTH = 32

/** An operator sends a mail again. A repeated key sends no second mail. */
type MailSentAgain = { kind: 'mailSentAgain'; key: string; by: string } & Pick<OrderMail, 'mail' | 'refundId'>

/** Operators read in the notes who sent what. */
export function sendMailAgain(
  order: OrderRecord,
  { key, by, mail, refundId }: MailSentAgain,
  time: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  const sent = mailsSentAgain(order)
  // A key may have any visible characters. Its hash is part of the Message-ID.
  const again = hash('sha256', key).slice(0, KEY_LENGTH)
  if (sent.some((each) => each.again === again)) return unchanged(order)
  const isTrue = trueMails(order).some((each) => each.mail === mail && each.refundId === refundId)
  if (!isTrue) throw illegalTransition('This mail does not say how the order is now')
  const inLastHour = sent.filter(({ at }) => time.at.getTime() - at.getTime() < HOUR_MS)
  if (inLastHour.length >= PER_HOUR_MAX || sent.length >= PER_ORDER_MAX)
    throw illegalTransition(
      `Mails of an order are sent again at most ${PER_HOUR_MAX} times an hour, and ${PER_ORDER_MAX} times in all`,
    )
  const text = `Sent again by mail: ${MAIL_TITLES[`order-${mail}`]}`
  const orderMail = { mail, refundId, again }
  const note = { kind: 'noted', key: noteKeyOf(orderMail), text, by } as const
  return { order: addNote(order, note, time).order, effects: [{ kind: 'queueMail', ...orderMail }] }
}
