import type { ErrorCode } from '@nashta/contracts/reply'

/** A refusal with a name. Its message is written for the caller; what lies behind it belongs in `cause`. */
export class ServiceError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ServiceError'
    this.code = code
  }
}
