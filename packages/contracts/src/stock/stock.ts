import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { STOCK_MAX } from '../constants.ts'
import { oneLineSchema, openEnum, pageSizeSchema, priceSchema, productIdSchema } from '../fields.ts'
import { BATCH_STATES } from '../orders/batch-state.ts'
import { hasNoCardNumber } from '../orders/order-actions.ts'
import { NO_CARD_NUMBERS } from '../orders/order-texts.ts'

/**
 * Why the stock of a product has changed:
 * - `start` and `ended`: its units were counted from then on, or no longer
 * - `order`: an order took units
 * - `cancelled`, `unpaid`: an order was cancelled, or ended without its money, and its units went back
 * - `neverPlaced`: the payment of an order failed at once. Nobody has ever seen the order, and its units went back
 * - `refund`: units of a refund went back
 * - `edited`: an order was edited before it was packed, and took units or gave them back
 * - `back`: goods that had left the shop came back
 * - `received`: new goods
 * - `damaged`, `expired`, `sample`: taken out
 * - `tooOld`: units of a batch have become too old to be sent, or are sold again as the setting has changed
 * - `recalled`: their batch was recalled
 * - `counted`: an operator has counted
 * - `changed`: an operator has typed another number
 */
const STOCK_ENTRY_KINDS = [
  'start',
  'order',
  'cancelled',
  'unpaid',
  'neverPlaced',
  'refund',
  'edited',
  'back',
  'received',
  'damaged',
  'expired',
  'sample',
  'tooOld',
  'recalled',
  'counted',
  'changed',
  'ended',
] as const
export type StockEntryKind = (typeof STOCK_ENTRY_KINDS)[number]

/** Why an operator takes units out of the stock. */
export const REMOVAL_REASONS = ['damaged', 'expired', 'sample'] as const

const HISTORY_PAGE_SIZE = 50
const HISTORY_PAGE_SIZE_MAX = 100
export const BATCH_MAX_LENGTH = 40
const NOTE_MAX_LENGTH = 200

const UNITS_INVALID = 'Units are a whole number, one or more'
const COUNTED_INVALID = 'The count is a whole number, zero or more'
const COST_INVALID = 'The cost of a unit is an amount in rupees with at most two decimals'
export const BATCH_INVALID = `A batch has a name of one line, at most ${BATCH_MAX_LENGTH} characters`
const DATE_INVALID = 'A day is written as 2026-01-31'
const NOTE_INVALID = `A note has at most ${NOTE_MAX_LENGTH} characters in one line`
const REASON_REQUIRED = 'Please choose what has happened'

const batch = z.optional(oneLineSchema(BATCH_MAX_LENGTH, BATCH_INVALID))
const units = z.int(UNITS_INVALID).check(z.gte(1, UNITS_INVALID), z.lte(STOCK_MAX, UNITS_INVALID))
const note = z.optional(
  oneLineSchema(NOTE_MAX_LENGTH, NOTE_INVALID).check(z.refine(hasNoCardNumber, NO_CARD_NUMBERS)),
)

export const receivedSchema = z.strictObject({
  kind: z.literal('received'),
  units,
  /** What a unit has cost the shop, in rupees. */
  cost: z.optional(
    z.number(COST_INVALID).check(z.refine((value) => z.safeParse(priceSchema, value).success, COST_INVALID)),
  ),
  batch,
  bestBefore: z.optional(z.iso.date(DATE_INVALID)),
  note,
})

export const takenOutSchema = z.strictObject({
  kind: z.enum(REMOVAL_REASONS, REASON_REQUIRED),
  units,
  /** The batch that the units are of. Needed unless the stock has as many units without a batch. */
  batch,
  note,
})

export const countedSchema = z.strictObject({
  kind: z.literal('counted'),
  counted: z.int(COUNTED_INVALID).check(z.gte(0, COUNTED_INVALID), z.lte(STOCK_MAX, COUNTED_INVALID)),
  /** With a batch, its units in the shop were counted, including those of orders that are not packed yet. */
  batch,
  /** What the desk showed before: the stock (null if it was unlimited), or what was left of the batch. */
  seen: z.nullable(z.int(COUNTED_INVALID).check(z.gte(0, COUNTED_INVALID))),
  note,
})

const stockEntrySchema = z.object({
  at: z.string(),
  kind: openEnum(STOCK_ENTRY_KINDS),
  /** How the stock has changed: negative when units went out. */
  units: z.int(),
  orderId: z.optional(z.string()),
  /** The operator who has changed it. */
  by: z.optional(z.string()),
  note: z.optional(z.string()),
  cost: z.optional(z.number()),
  batch: z.optional(z.string()),
  bestBefore: z.optional(z.string()),
})

const batchSchema = z.object({
  batch: z.string(),
  bestBefore: z.optional(z.string()),
  receivedAt: z.string(),
  /** The units in the shop, also those of orders that are not packed yet. */
  left: z.int(),
  /** Units among these that are out of the stock, because they are too old or recalled. */
  aside: z.int(),
  state: openEnum(BATCH_STATES),
})
export type ShownBatch = z.infer<typeof batchSchema>

export type ShownStockEntry = z.infer<typeof stockEntrySchema>

const params = z.strictObject({ id: productIdSchema })

const stockPageSchema = z.object({
  product: z.object({
    products_id: z.string(),
    name: z.string(),
    packLabel: z.optional(z.string()),
  }),
  /** Null for a product whose units are not counted. The sum of all entries; of none, zero. */
  stock: z.nullable(z.int()),
  /** Newest first. */
  entries: z.array(stockEntrySchema),
  nextCursor: z.nullable(z.string()),
  /** First to expire first. Absent for a product that has never received a batch. */
  batches: z.optional(z.array(batchSchema)),
})

export type StockPage = z.infer<typeof stockPageSchema>

export const getStockHistory = {
  method: 'GET',
  path: '/admin/products/:id/stock',
  access: 'admin',
  summary: 'Every change of the stock of a product, newest first. The sum of all changes is the stock',
  params,
  query: z.strictObject({
    limit: z.prefault(pageSizeSchema(HISTORY_PAGE_SIZE_MAX), HISTORY_PAGE_SIZE),
    cursor: z.optional(z.string().check(z.regex(/^[\w.:#-]{1,100}$/))),
  }),
  reply: dataReply(stockPageSchema),
  status: 200,
  weight: 5,
} as const satisfies Endpoint

export const changeStock = {
  method: 'POST',
  path: '/admin/products/:id/stock',
  access: 'admin',
  summary:
    'Goods were received, units were taken out of the stock with a reason, or the units were counted. The same Idempotency-Key changes the stock once',
  params,
  body: z.discriminatedUnion('kind', [receivedSchema, takenOutSchema, countedSchema]),
  reply: dataReply(stockPageSchema),
  status: 200,
  weight: 5,
} as const satisfies Endpoint
