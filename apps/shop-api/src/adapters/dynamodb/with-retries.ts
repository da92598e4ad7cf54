import { TooManyConflicts } from '@nashta/dynamodb/retry'
import { retryWhenRefused } from '@nashta/dynamodb/transact'
import { tooBusy } from '@nashta/service-kit/too-busy'

/**
 * Runs `work`, and runs it again when its transaction is refused. A refusal means that another
 * writer has changed an item that `work` had read. After the last retry the client gets a 503 with
 * Retry-After.
 */
export async function withRetries<T>(work: () => Promise<T>, retries?: number): Promise<T> {
  try {
    return await retryWhenRefused(work, retries)
  } catch (error) {
    if (!(error instanceof TooManyConflicts)) throw error
    throw tooBusy(error)
  }
}
