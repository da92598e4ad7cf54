import { isFinalRefusal } from '@nashta/contracts/api/shop-error'
import { DELAY_MAX_MS, withJitter } from './polling.ts'

const FIRST_RETRY_MS = 2000

type FailedState = { data: unknown; error: unknown; errorUpdateCount: number; errorUpdatedAt: number }

/**
 * Returns the delay before a query is retried that has failed and has no data yet, in ms. The delays
 * double. Returns false for a query with data, without an error, or after a final refusal.
 */
export function retryDelay({ data, error, errorUpdateCount, errorUpdatedAt }: FailedState): number | false {
  if (data !== undefined || error === null || isFinalRefusal(error)) return false
  return withJitter(Math.min(FIRST_RETRY_MS * 2 ** (errorUpdateCount - 1), DELAY_MAX_MS), errorUpdatedAt)
}
