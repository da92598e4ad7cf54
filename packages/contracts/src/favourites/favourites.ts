import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { productIdSchema, userIdSchema } from '../fields.ts'
import { FAVOURITES_MAX } from './favourite-rules.ts'

const params = z.strictObject({ userId: userIdSchema })

/** The reply of both calls: the ids of all favourites, newest first. A product may be gone by now. */
const favouritesReply = dataReply(z.object({ productIds: z.array(z.string()) }))

export const listFavourites = {
  method: 'GET',
  path: '/favourites/:userId',
  access: 'self',
  summary: "The shopper's favourites, newest first",
  params,
  reply: favouritesReply,
  status: 200,
} as const satisfies Endpoint

const CHANGES_INVALID = `One to ${FAVOURITES_MAX} changes, each with a product and whether it is a favourite`

export const changeFavourites = {
  method: 'POST',
  path: '/favourites/:userId',
  access: 'self',
  summary: `Add favourites and take some out, one after the other. Safe to repeat. At most ${FAVOURITES_MAX} stay: more are left out, and so are products that the shop does not have`,
  params,
  body: z.strictObject({
    changes: z
      .array(z.strictObject({ productId: productIdSchema, isFavourite: z.boolean(CHANGES_INVALID) }))
      .check(z.minLength(1, CHANGES_INVALID), z.maxLength(FAVOURITES_MAX, CHANGES_INVALID)),
  }),
  reply: favouritesReply,
  status: 200,
  rateLimit: { rule: 'cart' },
} as const satisfies Endpoint
