import * as z from 'zod/mini'
import { PRICE_MAX_RUPEES } from './constants.ts'
import { isRupeeAmount } from './money.ts'

/** Rupees on the wire: a number with at most two decimals. */
export const amountSchema = z.number().check(z.nonnegative(), z.refine(isRupeeAmount))

export const priceSchema = amountSchema.check(z.lte(PRICE_MAX_RUPEES))
