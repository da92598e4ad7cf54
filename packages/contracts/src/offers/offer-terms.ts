import * as z from 'zod/mini'
import { PRICE_MAX_RUPEES } from '../constants.ts'
import { isRupeeAmount } from '../money.ts'

const ZONES_MAX = 50
const UNITS_MAX = 100

const PERCENT_INVALID = 'Percent is above 0 and at most 100, with at most two decimals'
const AMOUNT_INVALID = 'An amount is above 0, in rupees with at most two decimals'
const UNITS_INVALID = `A number of units is a whole number from 1 to ${UNITS_MAX}`
const FROM_INVALID = `A quantity price begins with 2 to ${UNITS_MAX} units`
const ZONES_INVALID = `Zones are up to ${ZONES_MAX} names of delivery zones; leave them out for all addresses`

export const rupeesSchema = z
  .number(AMOUNT_INVALID)
  .check(
    z.gt(0, AMOUNT_INVALID),
    z.refine(isRupeeAmount, AMOUNT_INVALID),
    z.lte(PRICE_MAX_RUPEES, AMOUNT_INVALID),
  )
const units = z.int(UNITS_INVALID).check(z.gte(1, UNITS_INVALID), z.lte(UNITS_MAX, UNITS_INVALID))

const termsSchemas = {
  percentOff: z.strictObject({
    kind: z.literal('percentOff'),
    percent: z
      .number(PERCENT_INVALID)
      .check(z.gt(0, PERCENT_INVALID), z.lte(100, PERCENT_INVALID), z.refine(isRupeeAmount, PERCENT_INVALID)),
    /** The most that it takes off, in rupees. */
    cap: z.optional(rupeesSchema),
  }),
  rupeesOff: z.strictObject({ kind: z.literal('rupeesOff'), amount: rupeesSchema }),
  freeDelivery: z.strictObject({
    kind: z.literal('freeDelivery'),
    zones: z.optional(
      z
        .array(z.string(ZONES_INVALID), ZONES_INVALID)
        .check(z.minLength(1, ZONES_INVALID), z.maxLength(ZONES_MAX, ZONES_INVALID)),
    ),
  }),
  buyGet: z.strictObject({ kind: z.literal('buyGet'), buy: units, get: units }),
  quantityPrice: z.strictObject({
    kind: z.literal('quantityPrice'),
    from: z.int(FROM_INVALID).check(z.gte(2, FROM_INVALID), z.lte(UNITS_MAX, FROM_INVALID)),
    price: rupeesSchema,
  }),
}

export const offerTermsSchema = z.discriminatedUnion('kind', [
  termsSchemas.percentOff,
  termsSchemas.rupeesOff,
  termsSchemas.freeDelivery,
  termsSchemas.buyGet,
  termsSchemas.quantityPrice,
])
