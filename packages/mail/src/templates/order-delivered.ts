import { orderNumber } from '@nashta/contracts/order-display'
import type { Purchase } from '@nashta/contracts/purchase'
import type { MailContent } from '../mail.ts'
import { orderLetter, type OrderMailOptions } from './order-letter.ts'

export function orderDelivered(purchase: Purchase, options: OrderMailOptions): MailContent {
  const number = orderNumber(purchase.purchaseId)

  return orderLetter(purchase, options, {
    subject: `Your Nashta order #${number} has arrived`,
    title: 'Your snacks have arrived',
    status: 'Delivered',
    story: `Order #${number} was delivered. Enjoy every bite, and tell us if anything was not as it should be.`,
  })
}
