import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { cancelOrder, claimPaid, payRest, refuseEdit } from './order-actions.ts'
import { orderFields, purchaseIdSchema, purchaseSchema } from './purchase.ts'

/** An order as its link shows it: without name, street, phone number and e-mail address. */
const linkedOrderSchema = z.object({
  ...orderFields,
  deliverTo: z.object({ city: z.string(), pincode: z.string() }),
  /** True for a guest's order: an account with the order's e-mail address may take it over. */
  mayClaim: z.optional(z.boolean()),
})
export type LinkedOrder = z.infer<typeof linkedOrderSchema>

// The form of the token is not checked here: a malformed token must get the same response as a
// token that opens no order.
export const linkParams = z.strictObject({ token: z.string() })
export const linkedOrderReply = dataReply(linkedOrderSchema)

export const getLinkedOrder = {
  method: 'GET',
  path: '/order-links/:token',
  access: 'public',
  summary: 'One order, for the holder of the link in its mails',
  params: linkParams,
  reply: linkedOrderReply,
  status: 200,
  rateLimit: { rule: 'orderLink' },
} as const satisfies Endpoint

export const cancelLinkedOrder = {
  method: 'POST',
  path: '/order-links/:token/cancel',
  access: 'public',
  summary: 'Cancel a whole order by its link, as its shopper could. Safe to repeat',
  params: linkParams,
  body: cancelOrder.body,
  reply: linkedOrderReply,
  status: 200,
  rateLimit: { rule: 'orderLink' },
} as const satisfies Endpoint

export const claimLinkedPaid = {
  method: 'POST',
  path: '/order-links/:token/paid',
  access: 'public',
  summary: 'The holder of the link says that an order waiting for a UPI payment is paid',
  params: linkParams,
  body: claimPaid.body,
  reply: linkedOrderReply,
  status: 200,
  rateLimit: { rule: 'orderLink' },
} as const satisfies Endpoint

export const refuseLinkedEdit = {
  method: 'POST',
  path: '/order-links/:token/edits/refuse',
  access: 'public',
  summary: 'Refuse what the shop has changed, by the link of the order. Safe to repeat',
  params: linkParams,
  body: refuseEdit.body,
  reply: linkedOrderReply,
  status: 200,
  rateLimit: { rule: 'orderLink' },
} as const satisfies Endpoint

export const payLinkedRest = {
  method: 'POST',
  path: '/order-links/:token/rest',
  access: 'public',
  summary:
    'Pay what is left to pay since the shop has changed a paid order, by its link. Needs an Idempotency-Key',
  params: linkParams,
  body: payRest.body,
  reply: linkedOrderReply,
  status: 200,
  weight: 10,
  rateLimit: { rule: 'orderLink' },
} as const satisfies Endpoint

export const confirmLinkedOrder = {
  method: 'POST',
  path: '/order-links/:token/confirm',
  access: 'public',
  summary: 'Confirm a first order with cash on delivery, with the code from its mail. Safe to repeat',
  params: linkParams,
  body: z.strictObject({ code: z.string().check(z.maxLength(128)) }),
  reply: linkedOrderReply,
  status: 200,
  rateLimit: { rule: 'orderLink' },
} as const satisfies Endpoint

export const claimLinkedOrder = {
  method: 'POST',
  path: '/order-links/:token/claim',
  // Here `owner` only requires a signed-in shopper. The caller does not own the order yet, so the use
  // case checks that the order has the caller's e-mail address.
  access: 'owner',
  summary:
    "Move a guest's order to the caller's account, whose verified e-mail address must be that of the order. Safe to repeat",
  params: linkParams,
  body: z.strictObject({}),
  reply: dataReply(purchaseSchema),
  status: 200,
  rateLimit: { rule: 'orderLink' },
} as const satisfies Endpoint

export const renewOrderLink = {
  method: 'POST',
  path: '/purchases/order/:orderId/link',
  access: 'owner',
  summary: 'Make a new link to an order. Links that were made before, also those in mails, no longer work',
  params: z.strictObject({ orderId: purchaseIdSchema }),
  body: z.strictObject({}),
  reply: dataReply(z.object({ token: z.string() })),
  status: 200,
  rateLimit: { rule: 'checkout' },
} as const satisfies Endpoint
