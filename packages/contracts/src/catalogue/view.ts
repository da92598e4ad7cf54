import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { productIdSchema, userIdSchema } from '../fields.ts'

export const recordView = {
  method: 'POST',
  path: '/views/:userId',
  access: 'self',
  summary: 'Record that a shopper viewed a product, for their suggestions',
  params: z.strictObject({ userId: userIdSchema }),
  body: z.strictObject({ productId: productIdSchema }),
  /** `noted` is false when there is no such product or no recommendation service. */
  reply: dataReply(z.object({ noted: z.boolean() })),
  status: 200,
  rateLimit: { rule: 'view' },
} as const satisfies Endpoint
