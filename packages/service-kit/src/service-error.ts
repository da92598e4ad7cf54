import type { ErrorCode } from '@nashta/contracts/api/reply'

export type ServiceErrorOptions = ErrorOptions & {
  /** Data with which a client can explain the error. */
  details?: unknown
  /** Seconds until a retry may succeed. */
  retryAfter?: number
}

/** An error with a code and a message for the client. `cause` is only logged. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: unknown
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    const { details, retryAfter, ...errorOptions } = options
    super(message, errorOptions)
    this.name = 'ServiceError'
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}
