import * as z from 'zod/mini'
import { columnOf } from '../form-fields.ts'
import { GRID_FIELDS, PRODUCT_FIELDS } from './product-fields.ts'

const PRODUCT_ID_INVALID =
  'A product id begins with a letter or digit and has at most 128 letters, digits, dots, dashes, underscores and tildes'

// An id such as `chips-1`. None of its characters needs escaping in the URL of the product's page.
const productId = z
  .string(PRODUCT_ID_INVALID)
  .check(z.regex(/^[A-Za-z0-9][\w.~-]{0,127}$/, PRODUCT_ID_INVALID))

const rules = columnOf(PRODUCT_FIELDS, 'rules')

/** The body of a request that creates a product. Unknown fields are ignored. */
export const createProductSchema = z.object({
  /** Made from the name when it is missing. */
  products_id: z.optional(productId),
  /** A second id by which the product is found too. */
  id: z.optional(productId),
  ...columnOf(rules, 'create'),
})

/** The body of a request that changes a product. Ids and timestamps in it are ignored. */
export const updateProductSchema = z.object(columnOf(rules, 'update'))

/** The fields that operators change for many products at once. */
export const gridChangeSchema = z.object(columnOf(columnOf(GRID_FIELDS, 'rules'), 'update'))

export type CreateProductBody = z.output<typeof createProductSchema>
export type UpdateProductBody = z.output<typeof updateProductSchema>
