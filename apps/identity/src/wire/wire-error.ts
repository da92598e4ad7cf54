import { IDENTITY_CONTENT_TYPE } from '@nashta/contracts/identity/identity-operation'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PoolError } from './pool-error.ts'
import { sendWire } from './send-wire.ts'

/** A header carries nothing else: a line break would end it, other letters would be garbled, much would be refused. */
const FITS_A_HEADER = /^[\u0020-\u007E]{0,1000}$/

/** The one way out for everything thrown; what is unexpected says nothing of the inside. */
export function sendWireError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { kind, message, status, retryAfter } = toPoolError(error)
  if (status >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed')

  // Some clients read the headers and some the body.
  reply.header('x-amzn-errortype', `${kind}:`)
  if (FITS_A_HEADER.test(message)) reply.header('x-amzn-errormessage', message)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return sendWire(reply.code(status), { __type: kind, message })
}

function toPoolError(error: unknown): PoolError {
  if (error instanceof PoolError) return error

  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new PoolError('RequestEntityTooLargeException', 'The request is too large.', { status: 413 })
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new PoolError('UnsupportedMediaTypeException', `Send the body as ${IDENTITY_CONTENT_TYPE}.`, {
      status: 415,
    })
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new PoolError('SerializationException', 'The request is not well formed.')
  }
  return new PoolError('InternalErrorException', 'Something went wrong.', { status: 500, cause: error })
}
