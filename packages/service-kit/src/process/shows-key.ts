import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** Whether the caller shows this key as a bearer token; an empty key is nobody's. Takes as long for a near miss. */
export function showsKey({ headers }: Pick<FastifyRequest, 'headers'>, key: string) {
  const expected = Buffer.from(`Bearer ${key}`)
  const shown = Buffer.from(headers.authorization ?? '')
  return key !== '' && shown.length === expected.length && timingSafeEqual(shown, expected)
}
