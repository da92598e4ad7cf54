import { retryConflicts } from '@nashta/dynamodb/retry-conflicts'
import { ContentionError } from '@nashta/dynamodb/transact'
import { ServiceError } from '@nashta/service-kit/http/service-error'

/** Retries while concurrent writers win; when they always do, the caller gets a 503 with Retry-After. */
export async function withRetries<T>(work: () => Promise<T>, tries?: number): Promise<T> {
  try {
    return await retryConflicts(work, tries)
  } catch (error) {
    if (!(error instanceof ContentionError)) throw error
    throw new ServiceError('UNAVAILABLE', 'Too many ask for this at once; please try again', {
      cause: error,
      retryAfter: 1,
    })
  }
}
