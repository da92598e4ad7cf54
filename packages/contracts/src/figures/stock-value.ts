import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { amountSchema } from '../fields.ts'

/** How many products without a known cost are listed by name. */
export const UNKNOWN_COSTS_MAX = 20

const stockValueSchema = z.object({
  /** When the stock was read. A reply may be a minute old. */
  at: z.iso.datetime(),
  /** The units of all products whose stock is counted. */
  units: z.int(),
  /** The cost of the units whose cost is known. */
  cost: amountSchema,
  /** The units whose cost is not known. */
  unknownUnits: z.int(),
  /** How many products have such units. */
  unknownProducts: z.int(),
  /** The products with the most such units. */
  unknown: z.array(z.object({ products_id: z.string(), name: z.string(), units: z.int() })),
})
export type StockValue = z.infer<typeof stockValueSchema>

export const getStockValue = {
  method: 'GET',
  path: '/admin/stock-value',
  access: 'admin',
  summary: 'What is in stock, and what it has cost where that is known',
  reply: dataReply(stockValueSchema),
  status: 200,
  weight: 50,
} as const satisfies Endpoint
