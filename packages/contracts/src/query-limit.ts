import * as z from 'zod/mini'

/** A page size from a query string: more than `max` counts as `max`, less than one is refused. */
export function queryLimit(fallback: number, max: number) {
  const given = z.union([z.int().check(z.gte(1)), z.string().check(z.regex(/^0{0,9}[1-9]\d{0,9}$/))])
  return z.pipe(
    z.prefault(given, fallback),
    z.transform((limit: number | string) => Math.min(Number(limit), max)),
  )
}
