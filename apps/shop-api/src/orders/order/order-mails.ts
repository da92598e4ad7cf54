import { ORDER_MAIL_KINDS, type OrderMailKind } from '@nashta/contracts/mails/mails'
import { isOver, phaseOf } from './phase.ts'
import type { OrderMail, OrderRecord, RefundRecord, TimelineRecord } from './purchase-store.ts'

const MAIL_OF_REFUND: Record<RefundRecord['state'], OrderMailKind> = {
  requested: 'refund-started',
  sent: 'refund-started',
  done: 'refund-done',
  failed: 'refund-failed',
}

/** The mails whose text is still true. An operator may send them again. */
export function trueMails(order: OrderRecord): OrderMail[] {
  if (order.email === null) return []
  const ofRefunds = order.refunds.map(({ refundId, state }) => ({ mail: MAIL_OF_REFUND[state], refundId }))
  const ofStatus = mailOfStatus(order)
  return [...(ofStatus ? [{ mail: ofStatus }] : []), ...ofRefunds]
}

function mailOfStatus(order: OrderRecord): OrderMailKind | null {
  const phase = phaseOf(order)
  switch (phase.name) {
    case 'waitingForConfirmation':
      return 'confirm-cash'
    case 'toPack':
    case 'toHandOver':
      return mailOfConfirmation(order)
    case 'onItsWay':
      return phase.isShipped ? 'shipped' : mailOfConfirmation(order)
    case 'delivered':
      return 'delivered'
    case 'over':
      return hasLostClaim(order) ? 'payment-not-found' : 'cancelled'
    case 'charging':
    case 'refused':
    case 'checking':
    case 'waitingForMoney':
      return null
    default:
      return phase satisfies never
  }
}

/** What the shopper was told first of an order that goes ahead. */
function mailOfConfirmation({ fulfilment }: OrderRecord): OrderMailKind {
  return fulfilment.replaces === undefined ? 'confirmed' : 'replacement'
}

/** Whether the order ended because an operator did not find the payment. */
function hasLostClaim(order: OrderRecord) {
  return isOver(order) && order.timeline.some(isLostClaim)
}

function isLostClaim({ kind, amountPaise }: TimelineRecord) {
  // With an amount, it was the payment of a change.
  return kind === 'paymentNotFound' && amountPaise === undefined
}

/** Begins the key of the note about a mail that was sent again. Keys of operators begin with `key:`. */
const NOTE_KEY = 'mail'

/** The key of the note that remembers a mail that was sent again. */
export function noteKeyOf({ mail, refundId = '', again = '' }: OrderMail) {
  return [NOTE_KEY, mail, refundId, again].join('/')
}

/** The mails that operators have sent again, oldest first, with the time of each. */
export function mailsSentAgain({ notes }: OrderRecord) {
  return notes.flatMap((note) => {
    const [name, sent, refundId = '', again = ''] = note.key.split('/')
    const mail = ORDER_MAIL_KINDS.find((kind) => kind === sent)
    if (name !== NOTE_KEY || mail === undefined) return []
    return [{ mail, ...(refundId !== '' && { refundId }), again, at: new Date(note.at) }]
  })
}
