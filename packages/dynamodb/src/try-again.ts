import { backOff } from './backoff.ts'
import { CrowdedOut, TransactionRefused } from './transact.ts'

/** Others who change the same things at once get in first now and then, but not this often in a row. */
const TRIES = 25

/**
 * For work that reads, decides and writes under conditions: when one does not hold, it looks again. Throws
 * `CrowdedOut` when others were always quicker.
 */
export async function tryAgain<T>(work: () => Promise<T>, tries = TRIES): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error
      if (failures >= tries) throw new CrowdedOut(error)
    }
    await backOff(failures)
  }
}
