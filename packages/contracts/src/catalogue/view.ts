import * as z from 'zod/mini'
import { userIdSchema } from '../account/user-id.ts'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { productIdSchema } from './product.ts'

export const recordView = {
  method: 'POST',
  path: '/views/:userId',
  access: 'self',
  summary: 'Note that a shopper looked at a product, for their suggestions',
  params: z.strictObject({ userId: userIdSchema }),
  body: z.strictObject({ productId: productIdSchema }),
  reply: dataReply(z.strictObject({ noted: z.boolean() })),
  status: 200,
  limit: { rule: 'view' },
} as const satisfies Endpoint
