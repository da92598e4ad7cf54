import { CrowdedOut } from '@nashta/dynamodb/transact'
import { tryAgain } from '@nashta/dynamodb/try-again'
import { ServiceError } from '@nashta/service-kit/http/service-error'

/** Tries again while others are quicker; when they always are, whoever asked is told to come back. */
export async function persist<T>(work: () => Promise<T>, tries?: number): Promise<T> {
  try {
    return await tryAgain(work, tries)
  } catch (error) {
    if (!(error instanceof CrowdedOut)) throw error
    throw new ServiceError('UNAVAILABLE', 'Too many ask for this at once; please try again', {
      cause: error,
      retryAfter: 1,
    })
  }
}
