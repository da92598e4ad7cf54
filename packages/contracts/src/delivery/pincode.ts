import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { amountSchema } from '../fields.ts'

const PINCODE_INVALID = 'A pincode has six digits, the first not 0'
const STATE_INVALID = 'State is the two-digit GST code of a state, such as 29'

const placeSchema = z.object({
  district: z.string(),
  /** `code` is the GST code. */
  state: z.object({ code: z.string(), name: z.string() }),
})

const pincodeSchema = z.object({
  pincode: z.string(),
  /**
   * A pincode that lies in two states has two places, the one with more post offices first. A
   * pincode of the Army Post has none.
   */
  places: z.array(placeSchema),
  delivery: z.object({
    serviceable: z.boolean(),
    /** In rupees, for an order below `freeFrom`. */
    fee: amountSchema,
    /** Absent when no order is delivered free. */
    freeFrom: z.optional(amountSchema),
    /** The name of the delivery zone. Absent for the rest of India. */
    zone: z.optional(z.string()),
    /** How many days the delivery takes at most. */
    days: z.number(),
    /**
     * The latest arrival of an order that is placed now. With `days` 2 and a cut-off hour of 14, an
     * order at 15:00 arrives within three days, because the order counts as placed on the next day.
     */
    by: z.iso.datetime(),
    cod: z.boolean(),
    /** The largest order with cash on delivery, in rupees. Absent when there is no limit. */
    codMax: z.optional(amountSchema),
  }),
})

export type Pincode = z.infer<typeof pincodeSchema>

export const getPincode = {
  method: 'GET',
  path: '/pincodes/:pincode',
  access: 'public',
  summary: 'The district and state of a pincode, and the terms of delivery to it',
  // Only the length is checked here. The handler replies 404 to a text that is no pincode.
  params: z.strictObject({ pincode: z.string().check(z.maxLength(20, PINCODE_INVALID)) }),
  query: z.strictObject({
    /** Chooses the state of a pincode that lies in two states; by default the first. */
    state: z.optional(z.string().check(z.regex(/^\d{2}$/, STATE_INVALID))),
  }),
  reply: dataReply(pincodeSchema),
  status: 200,
  // The call has the limit of a search, because forms make it for each pincode that is typed.
  rateLimit: { rule: 'search' },
} as const satisfies Endpoint
