import * as z from 'zod/mini'
import { productIdSchema } from './product.ts'

/** An id as text; a number is converted, so that 1 and "1" are the same product. */
export const canonicalIdSchema = z.pipe(
  z.pipe(
    z.union([z.string(), z.int()]),
    z.transform((id: string | number) => String(id)),
  ),
  productIdSchema,
)
