import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The header by which the pool recognises the store's gateway, which has counted the visitor's call already. */
export const GATEWAY_HEADER = 'x-nashta-gateway'

export function gatewayProof(clientSecret: string) {
  return createHmac('sha256', clientSecret).update('gateway').digest('base64url')
}

export function isFromGateway({ headers }: Pick<FastifyRequest, 'headers'>, clientSecret: string) {
  const expected = Buffer.from(gatewayProof(clientSecret))
  const given = Buffer.from(String(headers[GATEWAY_HEADER] ?? ''))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
