import { deepStrictEqual } from 'node:assert/strict'
import type * as z from 'zod/mini'

/** Parses a response body as clients do, and also refuses fields that the schema does not name. */
export function parseExactly<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.parse(body)
  deepStrictEqual(parsed, body)
  return parsed
}
