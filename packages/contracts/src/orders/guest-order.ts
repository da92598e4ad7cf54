import * as z from 'zod/mini'
import { emailField } from '../account/account-fields.ts'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { placePurchaseSchema, purchaseSchema } from './purchase.ts'

const guestOrderSchema = z.extend(placePurchaseSchema, {
  /** Where mails about the order are sent. */
  email: emailField,
})

const placedGuestOrderSchema = z.object({
  order: purchaseSchema,
  /** The token of the order's link `/orders/{token}`, by which the guest reaches the order. */
  token: z.string(),
})

export type PlacedGuestOrder = z.output<typeof placedGuestOrderSchema>

/**
 * The Idempotency-Key must be hard to guess, because `findGuestOrder` gives the order to everyone
 * who has the key.
 */
export const placeGuestOrder = {
  method: 'POST',
  path: '/guest-orders',
  access: 'public',
  summary:
    'Place an order without an account, in a store with GUEST_CHECKOUT=true. Needs an Idempotency-Key of at least 16 characters; the same one a second time places nothing',
  body: guestOrderSchema,
  reply: dataReply(placedGuestOrderSchema),
  status: 201,
  weight: 10,
  rateLimit: { rule: 'guestOrder' },
} as const satisfies Endpoint

export const findGuestOrder = {
  method: 'POST',
  path: '/guest-orders/find',
  access: 'public',
  summary:
    'The order that was placed with this Idempotency-Key, for a guest whose browser did not get the response. Changes nothing',
  body: z.strictObject({}),
  reply: dataReply(placedGuestOrderSchema),
  status: 200,
  rateLimit: { rule: 'orderLink' },
} as const satisfies Endpoint
