import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { productIdSchema } from '../fields.ts'
import { columnOf } from '../form-fields.ts'
import { OPERATOR_FIELDS } from './product-fields.ts'
import { createProductSchema, updateProductSchema } from './product-input.ts'
import { productParams, productSchema } from './product.ts'

// These endpoints are not in product.ts, so that the storefront does not load the rules for
// operators' input.

/** A product as operators see it. */
export const deskProductSchema = z.extend(
  productSchema,
  z.partial(z.object(columnOf(OPERATOR_FIELDS, 'operatorReply'))).shape,
)

export type DeskProduct = z.infer<typeof deskProductSchema>

export const createProduct = {
  method: 'POST',
  path: '/products',
  access: 'admin',
  summary: 'Add a product to the catalogue',
  body: createProductSchema,
  reply: dataReply(deskProductSchema),
  status: 201,
} as const satisfies Endpoint

export const updateProduct = {
  method: 'PUT',
  path: '/products/:id',
  access: 'admin',
  summary:
    'Change a product; missing fields stay unchanged. With If-Match, only if the product still has that ETag',
  params: productParams,
  body: updateProductSchema,
  reply: dataReply(deskProductSchema),
  status: 200,
} as const satisfies Endpoint

export const deleteProduct = {
  method: 'DELETE',
  path: '/products/:id',
  access: 'admin',
  summary: 'Remove a product from the catalogue',
  params: productParams,
  reply: dataReply(z.object({ products_id: productIdSchema })),
  status: 200,
} as const satisfies Endpoint
