import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { pageSizeSchema, productIdSchema } from '../fields.ts'
import { columnOf } from '../form-fields.ts'
import { GRID_FIELDS } from './product-fields.ts'
import { gridChangeSchema } from './product-input.ts'
import { deskProductSchema } from './product-writes.ts'

const GRID_PAGE_SIZE = 200
/** The most rows in one call. The desk saves more of them in several calls. */
export const SAVED_ROWS_MAX = GRID_PAGE_SIZE

/** One product in the grid. Null means that the product has no such value. */
export const gridRowSchema = z.object({
  products_id: z.string(),
  name: z.string(),
  packLabel: z.nullable(z.string()),
  category: z.string(),
  categories: z.optional(z.array(z.string())),
  imageUrl: z.string(),
  ...columnOf(GRID_FIELDS, 'gridCell'),
  /** The version that a change of this row must name. */
  version: z.string(),
})

export type GridRow = z.infer<typeof gridRowSchema>

/** The result of saving one row. */
export type GridResult = 'saved' | 'unchanged' | 'changed by another' | 'refused' | 'removed'

export const readGrid = {
  method: 'GET',
  path: '/admin/products/grid',
  access: 'admin',
  summary: 'The products with their prices and stock, drafts included, in catalogue order',
  query: z.strictObject({
    /** Words in the name, the id or the category. */
    search: z.optional(z.string().check(z.maxLength(200))),
    category: z.optional(z.string().check(z.maxLength(100))),
    show: z.optional(z.enum(['published', 'drafts', 'low stock'])),
    limit: z.prefault(pageSizeSchema(GRID_PAGE_SIZE), GRID_PAGE_SIZE),
    cursor: z.optional(productIdSchema),
  }),
  reply: dataReply(
    z.object({ rows: z.array(gridRowSchema), total: z.number(), nextCursor: z.nullable(z.string()) }),
  ),
  status: 200,
  weight: 5,
} as const satisfies Endpoint

export const saveGrid = {
  method: 'PUT',
  path: '/admin/products/grid',
  access: 'admin',
  summary: 'Change prices, stock and publication of many products. Each row is saved or refused on its own',
  body: z.strictObject({
    rows: z
      .array(
        z.extend(gridChangeSchema, {
          products_id: productIdSchema,
          version: z.string().check(z.minLength(1), z.maxLength(200)),
        }),
      )
      .check(z.minLength(1), z.maxLength(SAVED_ROWS_MAX)),
  }),
  reply: dataReply(
    z.object({
      results: z.array(
        z.object({
          products_id: z.string(),
          /** A `GridResult`. Any text is valid: a newer server may send another one. */
          result: z.string(),
          /** Why the row was refused. */
          message: z.optional(z.string()),
          /** The row as it is stored now; absent when the product was removed. */
          row: z.optional(gridRowSchema),
        }),
      ),
    }),
  ),
  status: 200,
  weight: 20,
} as const satisfies Endpoint

/** One product as operators see it, with two versions for the header If-Match of a change. */
export const getProductForDesk = {
  method: 'GET',
  path: '/admin/products/:id',
  access: 'admin',
  summary: 'One product, also a draft, with its version, and with the version for a change of its stock',
  params: z.strictObject({ id: productIdSchema }),
  reply: dataReply(
    z.object({
      product: deskProductSchema,
      /** For a change that does not set the stock. A sale does not change this version. */
      version: z.string(),
      /** For a change that sets the stock. A sale changes this version. */
      versionWithStock: z.string(),
    }),
  ),
  status: 200,
} as const satisfies Endpoint
