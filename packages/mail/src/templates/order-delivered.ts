import { orderNumber } from '@nashta/contracts/orders/order-number'
import type { MailContent } from '../mail.ts'
import { orderLetter, type OrderMailData } from './order-letter.ts'

export function orderDelivered({ purchase, publicUrl }: OrderMailData): MailContent {
  const number = orderNumber(purchase.purchaseId)

  return orderLetter(
    { purchase, publicUrl },
    {
      subject: `Your Nashta order #${number} has arrived`,
      title: 'Your snacks have arrived',
      status: 'Delivered',
      story: `Order #${number} was delivered. Enjoy every bite, and tell us if anything was not as it should be.`,
    },
  )
}
