import * as z from 'zod/mini'
import { productSchema } from './product.ts'
import { dataReply } from './reply.ts'

const productPageSchema = z.strictObject({
  items: z.array(productSchema),
  /** Of all that match, whatever the page. */
  total: z.int().check(z.nonnegative()),
  /** Null on the last page. Good for the same query only, whatever its limit. */
  nextCursor: z.nullable(z.string()),
})

/** What `GET /products` answers to any query parameter. */
export const productPageReply = dataReply(productPageSchema)
