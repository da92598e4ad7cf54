import * as z from 'zod/mini'
import { amountSchema, openEnum } from '../fields.ts'

/** The parts of an order that an edit may change, beside its snacks. */
const EDITED_PARTS = ['name', 'address', 'phone', 'note'] as const
export type EditedPart = (typeof EDITED_PARTS)[number]

/** The units of a product before and after the edit; 0 for a product that is new or is taken out. */
const editedLineSchema = z.object({
  productId: z.string(),
  name: z.string(),
  /** Of one unit. */
  price: amountSchema,
  before: z.int(),
  after: z.int(),
})
export type EditedLine = z.infer<typeof editedLineSchema>

/** An amount before and after the edit. */
const changeSchema = z.object({ before: amountSchema, after: amountSchema })

/** What the shop has changed of an order, before it was packed. */
export const orderEditSchema = z.object({
  editId: z.string(),
  at: z.iso.datetime(),
  /** The lines with another quantity. */
  lines: z.array(editedLineSchema),
  parts: z.array(openEnum(EDITED_PARTS)),
  shippingFee: changeSchema,
  /** What offers take off. */
  discount: changeSchema,
  /** The offers whose conditions no longer hold. */
  lostOffers: z.array(z.string()),
  total: changeSchema,
  /** What is refunded. Absent if nothing is. */
  back: z.optional(amountSchema),
  /** What the shopper had to pay after it. Absent for nothing. */
  owed: z.optional(amountSchema),
  /** When it was undone, because `owed` was not paid in time, or because the shop took it back. */
  undoneAt: z.optional(z.iso.datetime()),
  /** When the shopper has refused it. */
  refusedAt: z.optional(z.iso.datetime()),
})
export type OrderEdit = z.infer<typeof orderEditSchema>

/**
 * What happens when the shopper refuses the edits: the order is again as it was placed, or it is
 * cancelled and what was paid goes back.
 */
const EDIT_REFUSALS = ['undo', 'cancel'] as const
export type EditRefusal = (typeof EDIT_REFUSALS)[number]
export const editRefusalSchema = openEnum(EDIT_REFUSALS)

export const refuseEditBody = z.strictObject({
  /** The last edit that the shopper has seen. */
  editId: z.string().check(z.maxLength(16)),
})
