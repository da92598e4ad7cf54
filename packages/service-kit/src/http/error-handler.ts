import { ERROR_STATUS, type ErrorCode, type ErrorReply } from '@nashta/contracts/api/reply'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../service-error.ts'

export const ROUTE_NOT_FOUND = 'There is nothing at this address'

/**
 * Sends the message of a ServiceError, and a general message for any other error. Logs the errors
 * with the status 5xx, 401 or 403.
 */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, retryAfter, body } = errorResponse(error)
  if (status >= 500)
    request.log.error({ err: error, requestId: request.id, method: request.method }, 'request failed')
  if (status === 401 || status === 403) {
    const { id: requestId, method, routeOptions } = request
    request.log.info({ requestId, method, route: routeOptions.url, status }, `access refused: ${body.code}`)
  }
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply.code(status).send(body)
}

export function errorResponse(error: unknown) {
  const { code, message, details, retryAfter } = toServiceError(error)
  const body: ErrorReply = { code, message, ...(details !== undefined && { details }) }
  return { status: ERROR_STATUS[code], retryAfter, body }
}

export function installErrorHandler(app: FastifyInstance) {
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(() => {
    throw new ServiceError('ROUTE_NOT_FOUND', ROUTE_NOT_FOUND)
  })
}

/** Our code and message for errors that Fastify throws before a handler runs, by Fastify's code. */
const FRAMEWORK_ERRORS: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PAYLOAD_TOO_LARGE', 'The request body is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json'],
  FST_ERR_BAD_URL: ['MALFORMED_REQUEST', 'The address is not well formed'],
  FST_ERR_MAX_PARAM_LENGTH: ['ROUTE_NOT_FOUND', ROUTE_NOT_FOUND],
}

/** SQLite's result codes BUSY, READONLY, IOERR, FULL and CANTOPEN. */
const DISK_ERRORS = new Set([5, 8, 10, 13, 14])

/** The AWS SDK throws errors with these names after its retries. Only `TooManyConflicts` is ours. */
const STORAGE_ERRORS = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'TransactionConflictException',
  'TransactionInProgressException',
  'TooManyConflicts',
  'InternalServerError',
  'ServiceUnavailable',
  'SlowDown',
  'TimeoutError',
])
const NETWORK_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

const RETRY_AFTER_SECONDS = 2

type ErrorFields = { name?: unknown; code?: unknown; statusCode?: unknown; errcode?: unknown }

function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error

  const { name, code, statusCode, errcode }: ErrorFields = Object(error)
  const frameworkError = FRAMEWORK_ERRORS[String(code)]
  if (frameworkError) return new ServiceError(...frameworkError, { cause: error })
  // The service behind a proxied route did not respond.
  if (String(code).startsWith('FST_REPLY_FROM_')) {
    return new ServiceError('UNAVAILABLE', 'A part of the store is away; please try again', {
      cause: error,
      retryAfter: RETRY_AFTER_SECONDS,
    })
  }
  // The low byte of SQLite's extended result code is the primary code.
  if (code === 'ERR_SQLITE_ERROR' && DISK_ERRORS.has(Number(errcode) & 0xff)) {
    return new ServiceError('UNAVAILABLE', 'Nothing can be saved at the moment; please try again', {
      cause: error,
    })
  }
  if (STORAGE_ERRORS.has(String(name)) || NETWORK_ERRORS.has(String(code))) {
    return new ServiceError('UNAVAILABLE', 'The store is very busy; please try again', {
      cause: error,
      retryAfter: RETRY_AFTER_SECONDS,
    })
  }
  // Fastify's other errors have a status. A status of 4xx says that the request is at fault.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new ServiceError('MALFORMED_REQUEST', 'The request is not well formed', { cause: error })
  }
  return new ServiceError('INTERNAL', 'Something went wrong', { cause: error })
}
