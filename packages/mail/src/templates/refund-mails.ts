import type { Refund } from '@nashta/contracts/orders/order-payment'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { type MailParts, type Sender, ofShop } from './layout.ts'
import { formatAmount, type OrderData, renderOrderMail, withoutFullStop } from './order-mail.ts'

export function refundStarted(data: OrderData, shop: Sender): MailParts {
  const { number, amount, reason } = refundTexts(data, { withParts: true })
  return renderOrderMail(data, shop, {
    subject: `A refund of ${amount} for your ${ofShop(shop, 'order')} #${number}`,
    title: 'Your money is on its way back',
    status: 'Refund requested',
    message: `We are sending ${amount} of order #${number} back the way you paid.${reason}`,
  })
}

export function refundDone(data: OrderData, shop: Sender): MailParts {
  const { number, amount } = refundTexts(data)
  return renderOrderMail(data, shop, {
    subject: `${amount} of your ${ofShop(shop, 'order')} #${number} is refunded`,
    title: 'Your refund is done',
    status: 'Refunded',
    message: `${amount} of order #${number} has been sent back. Your bank may need some days to show it.`,
  })
}

export function refundFailed(data: OrderData, shop: Sender): MailParts {
  const { number, amount } = refundTexts(data)
  return renderOrderMail(data, shop, {
    subject: `The refund of your ${ofShop(shop, 'order')} #${number} did not go through`,
    title: 'Your refund did not go through',
    status: 'Refund failed',
    message: `The bank did not take the refund of ${amount} for order #${number}. We will find another way and tell you.`,
  })
}

/** The amount of a refund with those that are parts of it: the bank sends each by itself. */
export function wholeAmount({ refunds = [] }: Purchase, { refundId, amount }: Refund) {
  const parts = refunds.filter(({ partOf }) => partOf === refundId)
  return parts.reduce((sum, part) => Math.round((sum + part.amount) * 100) / 100, amount)
}

/** `withParts` adds the amounts of the refunds that are parts of this one. */
function refundTexts({ purchase, isForGuest, refundId }: OrderData, { withParts = false } = {}) {
  const { refunds = [], timeline = [] } = purchase
  const refund = refunds.find((each) => each.refundId === refundId)
  const reason = refund?.reason ?? ''
  // A guest who cancels an order types the reason.
  const isOfCancellation = timeline.some(({ kind, note }) => kind === 'cancelled' && note === reason)
  const isHidden = reason === '' || (isForGuest && isOfCancellation)
  const amount = refund && withParts ? wholeAmount(purchase, refund) : refund?.amount
  return {
    number: orderNumber(purchase.purchaseId),
    amount: formatAmount(amount ?? 0),
    /** A sentence, or empty. */
    reason: isHidden ? '' : ` Reason: ${withoutFullStop(reason)}.`,
  }
}
