import { formatLongDate } from '@nashta/contracts/dates'
import { orderNumber } from '@nashta/contracts/orders/order-number'
import type { MailContent } from '../mail.ts'
import { orderLetter, type OrderMailData } from './order-letter.ts'
import { orderSummary } from './order-summary.ts'

export function orderShipped({ purchase, publicUrl }: OrderMailData): MailContent {
  const number = orderNumber(purchase.purchaseId)
  const { markup, text } = orderSummary(purchase)

  return orderLetter(
    { purchase, publicUrl },
    {
      subject: `Your Nashta order #${number} is on its way`,
      title: 'Your snacks are on their way',
      status: 'Shipped',
      story: `Order #${number} has left our kitchen. It should be with you by ${formatLongDate(purchase.estimatedDelivery)}.`,
      details: { markup, text },
    },
  )
}
