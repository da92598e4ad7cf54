import { retryWhenRefused, TooManyConflicts } from '@nashta/dynamodb/transact'
import { ServiceError } from '@nashta/service-kit/http/service-error'

/** Retries after conflicts with other writers; when they do not end, the response is 503 with Retry-After. */
export async function persist<T>(work: () => Promise<T>, tries?: number): Promise<T> {
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
