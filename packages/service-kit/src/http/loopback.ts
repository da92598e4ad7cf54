import type { FastifyRequest } from 'fastify'

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/
const LOOPBACK_NAME = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i
const SET_BY_PROXIES = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/**
 * Whether a person at this very machine asks. The address is the socket's own: headers can say anything. They
 * can only take away: a proxy here asks for others, and a foreign host name is another site's page that had
 * its name point to this machine.
 */
export function isFromThisMachine({ socket, headers }: FastifyRequest) {
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    LOOPBACK_NAME.test(headers.host ?? '') &&
    SET_BY_PROXIES.every((name) => headers[name] === undefined)
  )
}
