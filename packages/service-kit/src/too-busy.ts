import { ServiceError } from './service-error.ts'

/** The error after every retry of a write was refused, because others write the same record. */
export function tooBusy(cause: unknown) {
  return new ServiceError('UNAVAILABLE', 'Too many ask for this at once; please try again', {
    cause,
    retryAfter: 1,
  })
}
