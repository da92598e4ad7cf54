import * as z from 'zod/mini'
import { productIdSchema } from './product.ts'

/** Ids are text. A number is taken and turned into text, so that 1 and "1" are one product. */
export const canonicalIdSchema = z.pipe(
  z.pipe(
    z.union([z.string(), z.int()]),
    z.transform((id: string | number) => String(id)),
  ),
  productIdSchema,
)
