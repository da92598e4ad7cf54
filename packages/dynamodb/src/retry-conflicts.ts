import { backOff } from './backoff.ts'
import { ContentionError, TransactionRefused } from './transact.ts'

/** Concurrent writers win a race now and then, but not this often in a row. */
const TRIES = 25

/** Runs work that reads, decides and writes under conditions again when a condition does not hold. */
export async function retryConflicts<T>(work: () => Promise<T>, tries = TRIES): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error
      if (failures >= tries) throw new ContentionError(error)
    }
    await backOff(failures)
  }
}
