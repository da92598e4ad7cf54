import type { ErrorCode } from '@nashta/contracts/api/reply'

export type ServiceErrorOptions = ErrorOptions & {
  /** What a program needs to explain the refusal. */
  details?: unknown
  /** Seconds after which asking again makes sense. */
  retryAfter?: number
}

/** A refusal with a name. Its message is written for the caller; what lies behind it belongs in `cause`. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: unknown
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    { details, retryAfter, ...options }: ServiceErrorOptions = {},
  ) {
    super(message, options)
    this.name = 'ServiceError'
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}
