import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The header in which a gateway in another process tells the pool the network address of the visitor. */
export const VISITOR_HEADER = 'x-nashta-visitor'

/** The address and a proof that the store's client sends it: other callers could name any address. */
export function formatVisitor(address: string, clientSecret: string) {
  return `${address} ${proofOf(address, clientSecret)}`
}

/** The network address that the limits count: the visitor's when the gateway calls, otherwise the caller's. */
export function visitorOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>, clientSecret: string) {
  const [address = '', proof = ''] = String(headers[VISITOR_HEADER] ?? '').split(' ')
  const expected = Buffer.from(proofOf(address, clientSecret))
  const given = Buffer.from(proof)
  return given.length === expected.length && timingSafeEqual(given, expected) ? address : ip
}

function proofOf(address: string, clientSecret: string) {
  return createHmac('sha256', clientSecret).update(`visitor\n${address}`).digest('base64url')
}
