import { ERROR_STATUS, type ErrorCode, type ErrorReply } from '@nashta/contracts/api/reply'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from './service-error.ts'

/** The one way out for everything that is thrown: a known refusal keeps its words, the rest says nothing of the inside. */
export function funnelError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, retryAfter, body } = refusalOf(error)
  if (status >= 500)
    request.log.error({ err: error, requestId: request.id, method: request.method }, 'request failed')
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply.code(status).send(body)
}

export function refusalOf(error: unknown) {
  const failure = toServiceError(error)
  const { code, retryAfter } = failure
  return { status: ERROR_STATUS[code], retryAfter, body: toErrorReply(failure) }
}

export function installErrorFunnel(app: FastifyInstance) {
  app.setErrorHandler(funnelError)
  app.setNotFoundHandler(() => {
    throw new ServiceError('ROUTE_NOT_FOUND', 'There is nothing at this address')
  })
}

function toErrorReply({ code, message, details }: ServiceError): ErrorReply {
  return { code, message, ...(details !== undefined && { details }) }
}

/** What the framework refuses before a route is reached, by its own error codes. */
const FRAMEWORK_REFUSALS: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PAYLOAD_TOO_LARGE', 'The request body is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json'],
  FST_ERR_BAD_URL: ['MALFORMED_REQUEST', 'The address is not well formed'],
  FST_ERR_MAX_PARAM_LENGTH: ['ROUTE_NOT_FOUND', 'There is nothing at this address'],
}

/** What SQLite answers when the disk is held, read-only, broken, full or gone. */
const DISK_REFUSALS = new Set([5, 8, 10, 13, 14])

function isDiskRefusal(error: unknown) {
  const { code, errcode = 0 } = error as { code?: string; errcode?: number }
  // The low byte is the kind; the rest says which step it was.
  return code === 'ERR_SQLITE_ERROR' && DISK_REFUSALS.has(errcode & 0xff)
}

function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error

  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const refusal = code === undefined ? undefined : FRAMEWORK_REFUSALS[code]
  if (refusal) return new ServiceError(refusal[0], refusal[1], { cause: error })
  // The service that a call was passed on to did not answer.
  if (code?.startsWith('FST_REPLY_FROM_')) {
    return new ServiceError('UNAVAILABLE', 'A part of the store is away; please try again', { cause: error })
  }
  if (isDiskRefusal(error)) {
    return new ServiceError('UNAVAILABLE', 'Nothing can be saved at the moment; please try again', {
      cause: error,
    })
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ServiceError('MALFORMED_REQUEST', 'The request is not well formed', { cause: error })
  }
  return new ServiceError('INTERNAL', 'Something went wrong', { cause: error })
}
