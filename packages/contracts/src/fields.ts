import * as z from 'zod/mini'
import { PRICE_MAX_RUPEES } from './constants.ts'
import { isRupeeAmount } from './money.ts'

/**
 * The shopper's `sub` in the user pool, a random id. In a path, the shopper's own user name or
 * e-mail address is valid too.
 */
export const userIdSchema = z.string().check(z.minLength(1), z.maxLength(128))

export const productIdSchema = z.string().check(z.minLength(1), z.maxLength(128))

/** A product id as text or number. Numbers become texts, so that 1 and "1" are the same product. */
export const productIdTextSchema = z.pipe(
  z.pipe(
    z.union([z.string(), z.int()]),
    z.transform((id: string | number) => String(id)),
  ),
  productIdSchema,
)

/** Rupees on the wire: a number with at most two decimals. */
export const amountSchema = z.number().check(z.nonnegative(), z.refine(isRupeeAmount))

export const priceSchema = amountSchema.check(z.lte(PRICE_MAX_RUPEES))

/**
 * One of `values`, or a text that this client does not know. A newer server may have added it, and
 * the rest of the reply must stay readable. The API reference lists `values`.
 */
export function openEnum<const Values extends readonly string[]>(values: Values) {
  return z.union([z.enum(values), z.string()])
}

/**
 * No control characters and no line breaks, because names are in the headers of mails. No characters
 * that turn the direction of the text that follows.
 */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+$/u

/** A text of one line. White space around it is removed. */
export function oneLineSchema(maxLength: number, error: string) {
  return z.string(error).check(z.trim(), z.maxLength(maxLength, error), z.regex(ONE_LINE, error))
}

const PATH_INVALID = 'A link leads to a page of this shop: it begins with / and has at most 200 characters'

/** A path of this store. `//` would be another site, and browsers read a backslash as a slash. */
export const storePathSchema = z
  .string(PATH_INVALID)
  .check(z.trim(), z.maxLength(200, PATH_INVALID), z.regex(/^\/(?![/\\])[^\s\\\p{Cc}]*$/u, PATH_INVALID))

export const PRODUCT_CATEGORY_INVALID = 'A product category has 1 to 100 characters'

export const LIMIT_INVALID = 'Limit is a whole number, one or more'

/** The page size of a list: `24` or `"24"`. Above `max` it becomes `max`; below 1 it is refused. */
export function pageSizeSchema(max: number) {
  return z.pipe(
    z.union([
      z.int(LIMIT_INVALID).check(z.gte(1, LIMIT_INVALID)),
      // A whole number from 1, without a sign: `24`, `024`.
      z.string(LIMIT_INVALID).check(z.regex(/^0{0,9}[1-9]\d{0,9}$/, LIMIT_INVALID)),
    ]),
    z.transform((limit: number | string) => Math.min(Number(limit), max)),
  )
}
