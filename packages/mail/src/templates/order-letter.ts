import { orderNumber } from '@nashta/contracts/orders/order-number'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { html, type Html } from '../html.ts'
import type { MailContent } from '../mail.ts'
import { button, layout, STYLES } from './layout.ts'

export type OrderMailData = { purchase: Purchase; publicUrl: string }

export type OrderLetter = {
  subject: string
  title: string
  status: string
  story: string
  details?: { markup: Html; text: readonly string[] }
}

/** What every mail about an order has in common. */
export function orderLetter(
  { purchase, publicUrl }: OrderMailData,
  { subject, title, status, story, details = { markup: html``, text: [] } }: OrderLetter,
): MailContent {
  const ordersUrl = new URL('/purchase-history', publicUrl).href

  return layout({
    subject,
    preview: story,
    title,
    body: html`<p style="${STYLES.badge}">${status}</p>
      <p style="${STYLES.paragraph}">${story}</p>
      ${details.markup} ${button('See your orders', ordersUrl)}
      <p style="${STYLES.small}">Order ${purchase.purchaseId}</p>`,
    text: [story, ...details.text, `See your orders: ${ordersUrl}`, `Order ${purchase.purchaseId}`],
    reason: `You get this mail because order #${orderNumber(purchase.purchaseId)} was placed with your account.`,
  })
}
