import { formatLongDate } from '@nashta/contracts/dates'
import { orderNumber } from '@nashta/contracts/order-display'
import type { Purchase } from '@nashta/contracts/purchase'
import type { MailContent } from '../mail.ts'
import { orderLetter, type OrderMailOptions } from './order-letter.ts'
import { orderSummary } from './order-summary.ts'

export function orderShipped(purchase: Purchase, options: OrderMailOptions): MailContent {
  const number = orderNumber(purchase.purchaseId)
  const { markup, text } = orderSummary(purchase)

  return orderLetter(purchase, options, {
    subject: `Your Nashta order #${number} is on its way`,
    title: 'Your snacks are on their way',
    status: 'Shipped',
    story: `Order #${number} has left our kitchen. It should be with you by ${formatLongDate(purchase.estimatedDelivery)}.`,
    details: { markup, text },
  })
}
