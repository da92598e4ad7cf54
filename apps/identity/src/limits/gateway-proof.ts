import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The header by which the pool recognises the store's gateway. */
export const GATEWAY_HEADER = 'x-nashta-gateway'

/** The visitor's address, sent by a gateway in another process. Ignored without the proof. */
export const VISITOR_HEADER = 'x-forwarded-for'

/** The value of GATEWAY_HEADER: only a program with the client's secret can make it. */
export function gatewayProof(clientSecret: string) {
  return createHmac('sha256', clientSecret).update('gateway').digest('base64url')
}

/**
 * Returns the network address under which the limits count a call:
 *
 * - for a call without the gateway's proof, the address of the sender
 * - for a call of a gateway in another process, the visitor's address
 * - for a call of the gateway in this process, null: the gateway has already counted the call, and
 *   sends no address
 */
export function addressToCount(request: Pick<FastifyRequest, 'headers' | 'ip'>, clientSecret: string) {
  if (!isFromGateway(request, clientSecret)) return request.ip
  // The first address is the visitor's: a proxy between gateway and pool appends another one.
  const [visitor = ''] = String(request.headers[VISITOR_HEADER] ?? '').split(',')
  return isIP(visitor) === 0 ? null : visitor
}

function isFromGateway({ headers }: Pick<FastifyRequest, 'headers'>, clientSecret: string) {
  const expected = Buffer.from(gatewayProof(clientSecret))
  const given = Buffer.from(String(headers[GATEWAY_HEADER] ?? ''))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
