import { IDENTITY_CONTENT_TYPE } from '@nashta/contracts/identity/identity-operation'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PoolError } from './pool-error.ts'

/** Matches a text that may be a header's value: printable ASCII, and not too long for proxies. */
const HEADER_SAFE = /^[\u0020-\u007E]{0,1000}$/

/** The error handler of Fastify. An unexpected error is logged, and its text never leaves the server. */
export function sendWireError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { kind, message, status, retryAfter } = toPoolError(error)
  if (status >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed')

  // Some clients read the error from the headers, others from the body. Cognito's header ends with a colon too.
  reply.header('x-amzn-errortype', `${kind}:`)
  if (HEADER_SAFE.test(message)) reply.header('x-amzn-errormessage', message)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return sendWireResponse(reply.code(status), { __type: kind, message })
}

function toPoolError(error: unknown): PoolError {
  if (error instanceof PoolError) return error

  const { code, statusCode }: { code?: unknown; statusCode?: unknown } = Object(error)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new PoolError('RequestEntityTooLargeException', 'The request is too large.', { status: 413 })
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new PoolError('UnsupportedMediaTypeException', `Send the body as ${IDENTITY_CONTENT_TYPE}.`, {
      status: 415,
    })
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new PoolError('SerializationException', 'The request is not well formed.')
  }
  return new PoolError('InternalErrorException', 'Something went wrong.', { status: 500, cause: error })
}

/** Sends bytes, because Fastify adds a charset to text and the protocol's content type has none. */
export function sendWireResponse(reply: FastifyReply, response: object | null) {
  const text = response === null ? '' : JSON.stringify(response)
  return reply.header('content-type', IDENTITY_CONTENT_TYPE).send(Buffer.from(text))
}
