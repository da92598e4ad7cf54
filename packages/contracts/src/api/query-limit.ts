import * as z from 'zod/mini'
import { LIMIT_INVALID } from '../catalogue/product-query-texts.ts'

/** A page size from a query string: more than `max` counts as `max`, less than one is refused. */
export function queryLimit(fallback: number, max: number) {
  const given = z.union([
    z.int(LIMIT_INVALID).check(z.gte(1, LIMIT_INVALID)),
    z.string(LIMIT_INVALID).check(z.regex(/^0{0,9}[1-9]\d{0,9}$/, LIMIT_INVALID)),
  ])
  return z.pipe(
    z.prefault(given, fallback),
    z.transform((limit: number | string) => Math.min(Number(limit), max)),
  )
}
