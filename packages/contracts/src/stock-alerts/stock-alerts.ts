import * as z from 'zod/mini'
import { emailField } from '../account/account-fields.ts'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { productIdSchema, userIdSchema } from '../fields.ts'
import { linkQuery, messageReply, pageForm } from '../newsletter/mailed-link.ts'

const params = z.strictObject({ userId: userIdSchema })

/** The reply of every call of a shopper: the ids of the products that they wait for, newest first. */
const waitingReply = dataReply(z.object({ productIds: z.array(z.string()) }))

export const listStockAlerts = {
  method: 'GET',
  path: '/stock-alerts/:userId',
  access: 'self',
  summary: 'The sold-out products that the shopper waits for, newest first',
  params,
  reply: waitingReply,
  status: 200,
} as const satisfies Endpoint

export const addStockAlert = {
  method: 'POST',
  path: '/stock-alerts/:userId',
  access: 'self',
  summary: 'Write to the shopper once when a sold-out product is back. Safe to repeat',
  params,
  body: z.strictObject({ productId: productIdSchema }),
  reply: waitingReply,
  status: 200,
  rateLimit: { rule: 'cart' },
} as const satisfies Endpoint

export const removeStockAlert = {
  method: 'DELETE',
  path: '/stock-alerts/:userId/:productId',
  access: 'self',
  summary: 'Do not write to the shopper about a product. Safe to repeat',
  params: z.extend(params, { productId: productIdSchema }),
  reply: waitingReply,
  status: 200,
  rateLimit: { rule: 'cart' },
} as const satisfies Endpoint

/** The form of a guest and its request body. */
export const guestStockAlertSchema = z.object({ productId: productIdSchema, email: emailField })

export const requestStockAlert = {
  method: 'POST',
  path: '/back-in-stock',
  access: 'public',
  summary: 'Write once when a sold-out product is back; a mail with a link to confirm follows',
  body: guestStockAlertSchema,
  reply: messageReply,
  status: 200,
  rateLimit: { rule: 'newsletter' },
} as const satisfies Endpoint

/** The pages to which the form leads in a browser without JavaScript. */
export const STOCK_ALERT_FORM_PAGES = {
  sent: '/back-in-stock/sent',
  incomplete: '/back-in-stock/incomplete',
} as const

export const requestStockAlertByForm = {
  method: 'POST',
  path: '/back-in-stock/form',
  access: 'public',
  summary:
    'As `POST /back-in-stock`, by a form of a page without JavaScript; the reply leads to a page that says what happens, or to that of a product that is not sold out',
  upload: pageForm,
  reply: messageReply,
  status: 303,
  rateLimit: { rule: 'newsletter' },
} as const satisfies Endpoint

export const confirmStockAlert = {
  method: 'GET',
  path: '/back-in-stock/confirm',
  access: 'public',
  summary: 'Confirm with the token from the link in the mail that the shop may write once',
  query: linkQuery,
  reply: messageReply,
  status: 200,
} as const satisfies Endpoint

export const stopStockAlert = {
  method: 'GET',
  path: '/back-in-stock/stop',
  access: 'public',
  summary: 'Do not write about the product, with the token from the link in the mail',
  query: linkQuery,
  reply: messageReply,
  status: 200,
} as const satisfies Endpoint
