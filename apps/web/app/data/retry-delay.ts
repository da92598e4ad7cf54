import { isFinalRefusal } from '@nashta/contracts/api/shop-error'
import { DELAY_MAX_MS, withJitter } from './polling.ts'

const FIRST_RETRY_MS = 1000

type FailedState = { data: unknown; error: unknown; errorUpdateCount: number; errorUpdatedAt: number }

/**
 * Returns the delay before a page asks again for what it could not load at all, in ms; false when
 * there is nothing to ask again, as after a refusal. The delays double.
 */
export function retryDelay({ data, error, errorUpdateCount, errorUpdatedAt }: FailedState): number | false {
  if (data !== undefined || error === null || isFinalRefusal(error)) return false
  return withJitter(Math.min(FIRST_RETRY_MS * 2 ** errorUpdateCount, DELAY_MAX_MS), errorUpdatedAt)
}
