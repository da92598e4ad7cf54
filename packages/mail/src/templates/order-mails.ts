import { formatLongDate } from '@nashta/contracts/dates'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { html, type Html } from '../html.ts'
import type { MailContent } from '../mail.ts'
import { button, layOutMail, STYLES } from './layout.ts'
import { oneLine, orderSummary } from './order-summary.ts'

export type OrderData = { purchase: Purchase; publicUrl: string }

export function orderConfirmed(data: OrderData): MailContent {
  const { purchase } = data
  const number = orderNumber(purchase.purchaseId)

  return renderOrderMail(data, {
    subject: `Your Nashta order #${number} is confirmed`,
    title: `Thank you, ${oneLine(purchase.shippingAddress.fullName)}!`,
    status: 'Confirmed',
    message:
      `We have your order #${number} of ${formatLongDate(purchase.purchaseDate)} and are packing it. ` +
      `It should be with you by ${formatLongDate(purchase.estimatedDelivery)}.`,
    details: orderSummary(purchase),
  })
}

export function orderShipped(data: OrderData): MailContent {
  const { purchase } = data
  const number = orderNumber(purchase.purchaseId)

  return renderOrderMail(data, {
    subject: `Your Nashta order #${number} is on its way`,
    title: 'Your snacks are on their way',
    status: 'Shipped',
    message: `Order #${number} has left our kitchen. It should be with you by ${formatLongDate(purchase.estimatedDelivery)}.`,
    details: orderSummary(purchase),
  })
}

export function orderDelivered(data: OrderData): MailContent {
  const number = orderNumber(data.purchase.purchaseId)

  return renderOrderMail(data, {
    subject: `Your Nashta order #${number} has arrived`,
    title: 'Your snacks have arrived',
    status: 'Delivered',
    message: `Order #${number} was delivered. Enjoy every bite, and tell us if anything was not as it should be.`,
  })
}

type OrderMailParts = {
  subject: string
  title: string
  status: string
  message: string
  details?: { markup: Html; paragraphs: readonly string[] }
}

function renderOrderMail({ purchase, publicUrl }: OrderData, parts: OrderMailParts): MailContent {
  const { subject, title, status, message, details } = parts
  const ordersUrl = new URL('/purchase-history', publicUrl).href

  return layOutMail({
    subject,
    preview: message,
    title,
    body: html`<p style="${STYLES.badge}">${status}</p>
      <p style="${STYLES.paragraph}">${message}</p>
      ${details?.markup ?? html``} ${button('See your orders', ordersUrl)}
      <p style="${STYLES.small}">Order ${purchase.purchaseId}</p>`,
    paragraphs: [
      message,
      ...(details?.paragraphs ?? []),
      `See your orders: ${ordersUrl}`,
      `Order ${purchase.purchaseId}`,
    ],
    reason: `You get this mail because order #${orderNumber(purchase.purchaseId)} was placed with your account.`,
  })
}
