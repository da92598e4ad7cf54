import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { priceSchema, productIdSchema } from '../fields.ts'
import { createProductSchema, updateProductSchema } from './product-input.ts'
import { productQuerySchema } from './product-query.ts'

export const productSchema = z.strictObject({
  products_id: productIdSchema,
  id: z.optional(productIdSchema),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  description: z.string().check(z.maxLength(5000)),
  /** In rupees, at most two decimals. */
  price: priceSchema,
  imageUrl: z.string(),
  images: z.array(z.string()),
  imageKeys: z.array(z.string()),
  category: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Absent means unlimited. */
  stock: z.optional(z.int().check(z.nonnegative())),
})

export type Product = z.infer<typeof productSchema>

/** The reply of `GET /products` without query parameters. */
export const productsReply = dataReply(z.array(productSchema))

/** The reply with query parameters. */
export const productPageReply = dataReply(
  z.strictObject({
    items: z.array(productSchema),
    /** The number of all matches. */
    total: z.int().check(z.nonnegative()),
    /** Null on the last page. Valid for the same query only; its limit may change. */
    nextCursor: z.nullable(z.string()),
  }),
)

export type ProductPage = z.infer<typeof productPageReply>['data']

const productParams = z.strictObject({ id: productIdSchema })

export const listProducts = {
  method: 'GET',
  path: '/products',
  access: 'public',
  summary: 'The whole catalogue, best sellers first; with query parameters, a page of what they ask for',
  query: productQuerySchema,
  reply: z.union([productsReply, productPageReply]),
  status: 200,
  limit: { rule: 'search', onlyWith: 'search' },
} as const satisfies Endpoint

/** The same route with at least one query parameter: the reply is a page. */
export const listProductPage = { ...listProducts, reply: productPageReply } as const satisfies Endpoint

export const getProduct = {
  method: 'GET',
  path: '/products/:id',
  access: 'public',
  summary: 'One product, by products_id or id',
  params: productParams,
  reply: dataReply(productSchema),
  status: 200,
} as const satisfies Endpoint

export const createProduct = {
  method: 'POST',
  path: '/products',
  access: 'admin',
  summary: 'Add a product to the catalogue',
  body: createProductSchema,
  reply: dataReply(productSchema),
  status: 201,
} as const satisfies Endpoint

export const updateProduct = {
  method: 'PUT',
  path: '/products/:id',
  access: 'admin',
  summary:
    'Change a product; fields left out stay as they are. With If-Match, only while it is as it was read',
  params: productParams,
  body: updateProductSchema,
  reply: dataReply(productSchema),
  status: 200,
} as const satisfies Endpoint

export const deleteProduct = {
  method: 'DELETE',
  path: '/products/:id',
  access: 'admin',
  summary: 'Take a product out of the catalogue',
  params: productParams,
  reply: dataReply(z.strictObject({ products_id: productIdSchema })),
  status: 200,
} as const satisfies Endpoint
