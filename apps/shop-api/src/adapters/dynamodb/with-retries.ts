import { retryWhenRefused } from '@nashta/dynamodb/transact'
import { TooManyConflicts } from '@nashta/dynamodb/transact'
import { ServiceError } from '@nashta/service-kit/http/service-error'

/** Retries while concurrent writers win; when they always do, the caller gets a 503 with Retry-After. */
export async function withRetries<T>(work: () => Promise<T>, tries?: number): Promise<T> {
  try {
    return await retryWhenRefused(work, tries)
  } catch (error) {
    if (!(error instanceof TooManyConflicts)) throw error
    throw new ServiceError('UNAVAILABLE', 'Too many ask for this at once; please try again', {
      cause: error,
      retryAfter: 1,
    })
  }
}
