import * as z from 'zod/mini'
import { LINE_QUANTITY_MAX, PRICE_MAX_RUPEES } from '../constants.ts'
import { amountSchema } from '../fields.ts'
import { isStateCode } from '../gst-states.ts'
import { isRupeeAmount } from '../money.ts'

const ZONES_MAX = 50
const ZONE_NAME_MAX_LENGTH = 60
const ZONE_AREAS_MAX = 200
const DELIVERY_DAYS_MAX = 60
/** No amount in the terms is above the value of the largest cart line. */
const TERMS_MAX_RUPEES = PRICE_MAX_RUPEES * LINE_QUANTITY_MAX
/** No control characters and no line breaks. */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u

const DELIVERS_INVALID = 'Delivers is true or false'
const FEE_INVALID = 'A delivery fee is an amount in rupees, with at most two decimals'
const FREE_FROM_INVALID = 'Free from is an amount in rupees; leave it out when delivery is never free'
const DAYS_INVALID = `Delivery takes a whole number of days, from 1 to ${DELIVERY_DAYS_MAX}`
const COD_INVALID = 'Cash on delivery is true or false'
const COD_MAX_INVALID = 'The largest order with cash on delivery is an amount in rupees'
const CUT_OFF_INVALID = 'A cut-off is a whole hour of the day, from 0 to 23'
const NAME_INVALID = `The name of a zone is one line of 1 to ${ZONE_NAME_MAX_LENGTH} characters`
const PINCODES_INVALID = `A zone has up to ${ZONE_AREAS_MAX} beginnings of pincodes: 1 to 6 digits, the first not 0`
const STATES_INVALID = 'A zone names states by their two-digit GST codes, such as 29'
const AREA_MISSING = 'A zone needs beginnings of pincodes or states'
const ZONES_INVALID = `A shop has up to ${ZONES_MAX} delivery zones`
const REST_INVALID = 'The terms for the rest of India are missing'
const DELIVERY_INVALID = 'Delivery has a list of zones and the terms for the rest of India'

const termsFields = {
  /** Whether the shop delivers there at all. */
  delivers: z.boolean(DELIVERS_INVALID),
  /** In rupees, for an order below `freeFrom`. */
  fee: rupees(FEE_INVALID),
  /** An order of this many rupees or more is delivered free. Absent when delivery is never free. */
  freeFrom: z.optional(rupees(FREE_FROM_INVALID)),
  /** How many days the delivery takes at most. */
  days: z.int(DAYS_INVALID).check(z.gte(1, DAYS_INVALID), z.lte(DELIVERY_DAYS_MAX, DAYS_INVALID)),
  /** Whether an order may be paid in cash on delivery. */
  cod: z.boolean(COD_INVALID),
  /** The largest order that may be paid on delivery, in rupees; absent when the zone has no limit. */
  codMax: z.optional(rupees(COD_MAX_INVALID)),
  /**
   * An order at this hour or later, in Indian time, counts as one of the next day. Absent when the
   * zone has no cut-off.
   */
  cutOffHour: z.optional(z.int(CUT_OFF_INVALID).check(z.gte(0, CUT_OFF_INVALID), z.lte(23, CUT_OFF_INVALID))),
}

const restSchema = z.strictObject(termsFields, REST_INVALID)

/** The fee, time and payment terms of delivery to one part of India. */
export type DeliveryTerms = z.output<typeof restSchema>

const zoneSchema = z
  .strictObject({
    name: z
      .string(NAME_INVALID)
      .check(z.trim(), z.maxLength(ZONE_NAME_MAX_LENGTH, NAME_INVALID), z.regex(ONE_LINE, NAME_INVALID)),
    /** The first digits of pincodes: `560` is Bengaluru, `560001` one pincode. */
    pincodes: z
      .array(z.string(PINCODES_INVALID).check(z.regex(/^[1-9]\d{0,5}$/, PINCODES_INVALID)), PINCODES_INVALID)
      .check(z.maxLength(ZONE_AREAS_MAX, PINCODES_INVALID)),
    /** The GST codes of states. */
    states: z
      .array(z.string(STATES_INVALID).check(z.refine(isStateCode, STATES_INVALID)), STATES_INVALID)
      .check(z.maxLength(ZONE_AREAS_MAX, STATES_INVALID)),
    ...termsFields,
  })
  .check(
    z.refine(({ pincodes, states }) => pincodes.length + states.length > 0, {
      error: AREA_MISSING,
      path: ['pincodes'],
    }),
  )

/** Part of the body of `PUT /admin/shop`. The first zone that contains the address applies. */
export const deliveryZonesSchema = z.strictObject(
  {
    zones: z.array(zoneSchema, ZONES_INVALID).check(z.maxLength(ZONES_MAX, ZONES_INVALID)),
    /** The terms for an address in none of the zones. */
    rest: restSchema,
  },
  DELIVERY_INVALID,
)

export type DeliveryZones = z.output<typeof deliveryZonesSchema>

const termsReply = {
  delivers: z.boolean(),
  fee: amountSchema,
  freeFrom: z.optional(amountSchema),
  days: z.number(),
  cod: z.boolean(),
  codMax: z.optional(amountSchema),
  cutOffHour: z.optional(z.number()),
}

/** The zones in replies. Fields that a newer server has added are left out. */
export const deliveryZonesReply = z.object({
  zones: z.array(
    z.object({ name: z.string(), pincodes: z.array(z.string()), states: z.array(z.string()), ...termsReply }),
  ),
  rest: z.object(termsReply),
})

function rupees(error: string) {
  return z.number(error).check(z.refine(isRupeeAmount, error), z.lte(TERMS_MAX_RUPEES, error))
}
