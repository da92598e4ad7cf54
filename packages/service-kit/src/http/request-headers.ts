import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from './service-error.ts'

/** Visible ASCII characters, without the space. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/

/** Undefined when the client sent no key. The prefix tells a client's key apart from keys such as `merge:…`. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && IDEMPOTENCY_KEY.test(header)) return `key:${header}`
  throw new ServiceError('VALIDATION_FAILED', 'header.idempotency-key: must be 1 to 128 visible characters')
}

/**
 * The version in the ETag of an If-Match header, extracted by `pattern`; undefined when the client accepts any version.
 * A list of ETags and a weak ETag are refused, because the store never sends them.
 */
export function readIfMatch(header: string | undefined, pattern: RegExp, resource: string) {
  if (header === undefined || header === '*') return undefined
  const version = pattern.exec(header)?.[1]
  if (version === undefined)
    throw new ServiceError('VALIDATION_FAILED', `header.if-match: must be the ETag of ${resource}`)
  return version
}

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/
const LOOPBACK_NAME = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/**
 * Whether the request comes from this machine. The socket's address decides, because headers can be forged. A proxy
 * header means that a local proxy forwards the request of another machine, and a foreign host name that a page of
 * another site sends it (DNS rebinding).
 */
export function isFromThisMachine({ socket, headers }: FastifyRequest) {
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    LOOPBACK_NAME.test(headers.host ?? '') &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  )
}

/** Compares the bearer token with the key in constant time; an empty key matches no token. */
export function hasBearerKey({ headers }: Pick<FastifyRequest, 'headers'>, key: string) {
  const expected = Buffer.from(`Bearer ${key}`)
  const given = Buffer.from(headers.authorization ?? '')
  return key !== '' && given.length === expected.length && timingSafeEqual(given, expected)
}
