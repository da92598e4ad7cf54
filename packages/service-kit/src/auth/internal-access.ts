import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/
const LOOPBACK_NAME = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/**
 * Whether the request comes from this machine. The socket's address decides, because headers can be
 * forged. A request with a proxy header does not count: a local proxy may forward it for another
 * machine. Neither does a request of HTTP/1.0: some proxies send it, with their own host name and
 * without a proxy header. Neither does a request without a host name of this machine: a page of
 * another site may have sent it (DNS rebinding).
 */
export function isFromThisMachine({ socket, headers, raw }: FastifyRequest) {
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    LOOPBACK_NAME.test(headers.host ?? '') &&
    raw.httpVersion !== '1.0' &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  )
}

/** Compares the bearer token with the key in constant time; an empty key matches no token. */
export function hasBearerKey({ headers }: Pick<FastifyRequest, 'headers'>, key: string) {
  const expected = Buffer.from(`Bearer ${key}`)
  const given = Buffer.from(headers.authorization ?? '')
  return key !== '' && given.length === expected.length && timingSafeEqual(given, expected)
}
