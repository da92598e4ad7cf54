import * as z from 'zod/mini'
import { savedAddressSchema } from '../addresses/addresses.ts'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { amountSchema, userIdSchema } from '../fields.ts'
import { purchaseSchema } from '../orders/purchase.ts'
import { shippingAddressSchema } from '../orders/shipping-address.ts'
import { ownRatingSchema } from '../ratings/ratings.ts'
import { interactionSchema } from '../recommendations/shop-event.ts'
import { ticketSchema } from '../tickets/ticket.ts'

const params = z.strictObject({ userId: userIdSchema })

export const exportAccount = {
  method: 'GET',
  path: '/account/:userId/export',
  access: 'self',
  summary: 'Everything that the shop stores about the shopper; profile and password are in the user pool',
  params,
  reply: dataReply(
    z.object({
      userId: userIdSchema,
      email: z.nullable(z.string()),
      exportedAt: z.iso.datetime(),
      cart: z.object({
        items: z.array(z.object({ productId: z.string(), name: z.string(), quantity: z.int() })),
        updatedAt: z.iso.datetime(),
      }),
      addresses: z.array(savedAddressSchema),
      /** The browsers that show push messages about the shopper's orders. */
      pushDevices: z.array(z.object({ endpoint: z.string(), addedAt: z.iso.datetime() })),
      /** All orders. `GET /purchases` omits those whose payment was declined or is in flight. */
      purchases: z.array(
        z.extend(purchaseSchema, {
          email: z.nullable(z.string()),
          /** The state of the order: charging, pending, placed or declined. */
          state: z.string(),
          /** The bank or the masked card that the order was paid with. */
          instrument: z.optional(z.string()),
          /** What the shopper ordered before operators changed it. Absent once it can no longer be undone. */
          agreed: z.optional(
            z.object({
              items: z.array(z.object({ productId: z.string(), name: z.string(), quantity: z.int() })),
              totalAmount: amountSchema,
              shippingAddress: shippingAddressSchema,
            }),
          ),
        }),
      ),
      /** The subscriptions of the current and of former e-mail addresses. */
      newsletter: z.array(z.object({ email: z.string(), name: z.string(), status: z.string() })),
      /** The ids of the shopper's favourites. */
      favourites: z.array(z.string()),
      /** The sold-out products that the shopper waits for. */
      stockAlerts: z.array(z.object({ productId: z.string(), email: z.string(), askedAt: z.iso.datetime() })),
      /** The shopper's complaints, with the name and e-mail address that each was sent with. */
      tickets: z.array(z.extend(ticketSchema, { name: z.string(), email: z.string() })),
      /** The shopper's ratings, also hidden ones. Pictures are at `/ratings/{id}/pictures/{picture}`. */
      ratings: z.array(
        z.extend(ownRatingSchema, { productId: z.string(), productName: z.string(), orderId: z.string() }),
      ),
      /** The ratings of others that the shopper has found helpful. */
      helpfulVotes: z.array(z.object({ ratingId: z.string(), at: z.iso.datetime() })),
      /**
       * What operators wrote about the account itself. Notes about other customers whom an operator has
       * joined to it are not the shopper's, because a join may be wrong.
       */
      shopNotes: z.object({
        notes: z.array(z.object({ at: z.iso.datetime(), text: z.string() })),
        tags: z.array(z.string()),
        takesNoCash: z.boolean(),
      }),
      /** Suggestions are made from these. Null when the store has no recommendation service. */
      interactions: z.nullable(z.array(interactionSchema)),
    }),
  ),
  status: 200,
  weight: 20,
  rateLimit: { rule: 'accountData' },
} as const satisfies Endpoint

export const eraseAccount = {
  method: 'DELETE',
  path: '/account/:userId',
  access: 'self',
  freshSignIn: true,
  summary:
    'Erase the shopper from the shop; needs a sign-in at most five minutes old, and no order on its way. What tax law needs of past orders stays without the person, and complaints are closed',
  params,
  /** `orders` is the number of orders that no longer name the shopper. */
  reply: dataReply(z.object({ orders: z.int() })),
  status: 200,
  weight: 20,
  rateLimit: { rule: 'accountData' },
} as const satisfies Endpoint

export const ORDER_ON_ITS_WAY =
  'An order or a refund is still on its way to you. Your data can be erased once it has arrived or is cancelled'
