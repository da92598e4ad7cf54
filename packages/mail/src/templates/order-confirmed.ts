import { formatLongDate } from '@nashta/contracts/dates'
import { orderNumber } from '@nashta/contracts/orders/order-number'
import type { MailContent } from '../mail.ts'
import { orderLetter, type OrderMailData } from './order-letter.ts'
import { oneLine, orderSummary } from './order-summary.ts'

export function orderConfirmed({ purchase, publicUrl }: OrderMailData): MailContent {
  const number = orderNumber(purchase.purchaseId)
  const { markup, text } = orderSummary(purchase)

  return orderLetter(
    { purchase, publicUrl },
    {
      subject: `Your Nashta order #${number} is confirmed`,
      title: `Thank you, ${oneLine(purchase.shippingAddress.fullName)}!`,
      status: 'Confirmed',
      story:
        `We have your order #${number} of ${formatLongDate(purchase.purchaseDate)} and are packing it. ` +
        `It should be with you by ${formatLongDate(purchase.estimatedDelivery)}.`,
      details: { markup, text },
    },
  )
}
