import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'

/** Every kind of mail that the store sends, with what operators call it. */
export const MAIL_TITLES = {
  'order-confirm-cash': 'Please confirm your order',
  'order-confirmed': 'Order confirmed',
  'order-edited': 'Order changed',
  'order-rest-paid': 'Rest paid',
  'order-edit-undone': 'Change undone',
  'order-replacement': 'Replacement',
  'order-shipped': 'Order shipped',
  'order-parcel': 'Parcel added or corrected',
  'order-not-delivered': 'Not delivered, tried again',
  'order-delivered': 'Order delivered',
  'order-cancelled': 'Order cancelled',
  'order-payment-not-found': 'Payment not found',
  'order-refund-started': 'Refund begun',
  'order-refund-done': 'Refund done',
  'order-refund-failed': 'Refund failed',
  'order-recalled': 'Batch recalled',
  'newsletter-confirm': 'Confirm the newsletter',
  'stock-alert-confirm': 'Confirm: tell me when it is back',
  'stock-alert': 'It is back',
  'rating-ask': 'How did it taste?',
  'rating-hidden': 'Rating hidden',
  'rating-shown': 'Rating shown again',
  'ticket-received': 'Complaint received',
  'ticket-acknowledged': 'Complaint being looked into',
  'ticket-replied': 'Answer to a complaint',
  'ticket-closed': 'Complaint closed',
  'confirmation-code': 'Code for a new account',
  'password-reset-code': 'Code for a new password',
  'email-code': 'Code for a new address',
  'password-changed': 'Password changed',
  'email-changed': 'Address changed',
  'email-change-undone': 'Address put back',
  'second-factor-on': 'Two-step sign-in on',
  'second-factor-off': 'Two-step sign-in off',
  'second-factor-replaced': 'Two-step sign-in with a new app',
  bell: 'New at the desk',
  'operator-invitation': 'Invitation to the team',
  'operator-joined': 'Somebody has joined the team',
  'new-admin': 'New administrator',
  'operator-lost-roles': 'Operator lost all roles',
} as const
export type MailKind = keyof typeof MAIL_TITLES
export const MAIL_KINDS = Object.keys(MAIL_TITLES) as MailKind[]

const KIND_INVALID = 'There is no such kind of mail'
const mailKind = z.enum(MAIL_KINDS, KIND_INVALID)

/** The kinds of mails about an order, without their prefix `order-`. */
export const ORDER_MAIL_KINDS = [
  'confirm-cash',
  'confirmed',
  'edited',
  'rest-paid',
  'edit-undone',
  'replacement',
  'shipped',
  'parcel',
  'not-delivered',
  'delivered',
  'cancelled',
  'payment-not-found',
  'refund-started',
  'refund-done',
  'refund-failed',
  'recalled',
] as const
export type OrderMailKind = (typeof ORDER_MAIL_KINDS)[number]

/** What mails about orders are previewed with. */
const PREVIEW_ORDERS = ['made-up', 'newest'] as const
export type PreviewOrder = (typeof PREVIEW_ORDERS)[number]

export const previewMail = {
  method: 'GET',
  path: '/admin/mails/:kind',
  access: 'admin',
  summary: 'A kind of mail as it looks now, with a made-up order or the newest one; its links lead nowhere',
  params: z.strictObject({ kind: mailKind }),
  query: z.strictObject({ order: z._default(z.enum(PREVIEW_ORDERS), 'made-up') }),
  reply: dataReply(
    z.object({
      senderName: z.string(),
      subject: z.string(),
      html: z.string(),
      text: z.string(),
      /** The order that the mail was made of; null for a made-up one. */
      orderId: z.nullable(z.string()),
    }),
  ),
  status: 200,
} as const satisfies Endpoint
