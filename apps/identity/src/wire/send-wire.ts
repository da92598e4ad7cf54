import { IDENTITY_CONTENT_TYPE } from '@nashta/contracts/identity/identity-operation'
import type { FastifyReply } from 'fastify'

/** As bytes: to text the framework would add a charset, which the protocol's content type does not have. */
export function sendWire(reply: FastifyReply, answer: object | null) {
  const text = answer === null ? '' : JSON.stringify(answer)
  return reply.header('content-type', IDENTITY_CONTENT_TYPE).send(Buffer.from(text))
}
