import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { productIdSchema } from '../fields.ts'

export const UNDO_PRODUCTS_MAX = 100

const TIME_INVALID = 'A time is written as 2026-01-31T00:00:00.000Z'

export const undoProducts = {
  method: 'POST',
  path: '/admin/products/undo',
  access: 'admin',
  summary: `Undo at most ${UNDO_PRODUCTS_MAX} additions or changes of products, as the log has them. What has changed again since stays. Safe to repeat`,
  body: z.strictObject({
    changes: z
      .array(
        z.strictObject({
          products_id: productIdSchema,
          /** The time of its entry in the log. */
          at: z.iso.datetime(TIME_INVALID),
        }),
      )
      .check(z.minLength(1), z.maxLength(UNDO_PRODUCTS_MAX)),
  }),
  reply: dataReply(
    z.object({
      rows: z.array(
        z.object({
          products_id: z.string(),
          isUndone: z.boolean(),
          /** Why it is not undone. */
          message: z.optional(z.string()),
        }),
      ),
    }),
  ),
  status: 200,
  weight: 10,
} as const satisfies Endpoint
