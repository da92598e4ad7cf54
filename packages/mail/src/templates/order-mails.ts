import { formatLongDate } from '@nashta/contracts/dates'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { html, type Html } from '../html.ts'
import type { MailContent } from '../mail.ts'
import { button, layout, STYLES } from './layout.ts'
import { oneLine, orderSummary } from './order-summary.ts'

export type OrderData = { purchase: Purchase; publicUrl: string }

export function orderConfirmed({ purchase, publicUrl }: OrderData): MailContent {
  const number = orderNumber(purchase.purchaseId)

  return orderMail({
    purchase,
    publicUrl,
    subject: `Your Nashta order #${number} is confirmed`,
    title: `Thank you, ${oneLine(purchase.shippingAddress.fullName)}!`,
    status: 'Confirmed',
    message:
      `We have your order #${number} of ${formatLongDate(purchase.purchaseDate)} and are packing it. ` +
      `It should be with you by ${formatLongDate(purchase.estimatedDelivery)}.`,
    details: orderSummary(purchase),
  })
}

export function orderShipped({ purchase, publicUrl }: OrderData): MailContent {
  const number = orderNumber(purchase.purchaseId)

  return orderMail({
    purchase,
    publicUrl,
    subject: `Your Nashta order #${number} is on its way`,
    title: 'Your snacks are on their way',
    status: 'Shipped',
    message: `Order #${number} has left our kitchen. It should be with you by ${formatLongDate(purchase.estimatedDelivery)}.`,
    details: orderSummary(purchase),
  })
}

export function orderDelivered({ purchase, publicUrl }: OrderData): MailContent {
  const number = orderNumber(purchase.purchaseId)

  return orderMail({
    purchase,
    publicUrl,
    subject: `Your Nashta order #${number} has arrived`,
    title: 'Your snacks have arrived',
    status: 'Delivered',
    message: `Order #${number} was delivered. Enjoy every bite, and tell us if anything was not as it should be.`,
  })
}

type OrderMail = OrderData & {
  subject: string
  title: string
  status: string
  message: string
  details?: { markup: Html; text: readonly string[] }
}

function orderMail(mail: OrderMail): MailContent {
  const { purchase, publicUrl, subject, title, status, message, details } = mail
  const ordersUrl = new URL('/purchase-history', publicUrl).href

  return layout({
    subject,
    preview: message,
    title,
    body: html`<p style="${STYLES.badge}">${status}</p>
      <p style="${STYLES.paragraph}">${message}</p>
      ${details?.markup ?? html``} ${button('See your orders', ordersUrl)}
      <p style="${STYLES.small}">Order ${purchase.purchaseId}</p>`,
    text: [
      message,
      ...(details?.text ?? []),
      `See your orders: ${ordersUrl}`,
      `Order ${purchase.purchaseId}`,
    ],
    reason: `You get this mail because order #${orderNumber(purchase.purchaseId)} was placed with your account.`,
  })
}
