import { listInteractions, type StoredInteraction } from '@nashta/contracts/recommendations/shop-event'
import * as z from 'zod/mini'
import type { Settings } from '../process/settings.ts'
import { ServiceError } from '../service-error.ts'

const TIMEOUT_MS = 10_000
const RETRY_AFTER_SECONDS = 2

/** Reads what the recommendation service stores about a shopper, oldest first. */
export type FetchInteractions = (userId: string) => Promise<StoredInteraction[]>

/** Null when no URL of a recommendation service is set. */
export function connectInteractions(
  settings: Pick<Settings, 'RECOMMENDATIONS_URL' | 'RECOMMENDATIONS_KEY'>,
): FetchInteractions | null {
  const { RECOMMENDATIONS_URL: url, RECOMMENDATIONS_KEY: key } = settings
  if (!url) return null
  return async (userId) => {
    const path = listInteractions.path.replace(':userId', encodeURIComponent(userId))
    try {
      const response = await fetch(new URL(path, url), {
        headers: { authorization: `Bearer ${key}` },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      // The body of an error response does not match the schema, so `parse` throws.
      return z.parse(listInteractions.reply, await response.json()).data
    } catch (error) {
      throw new ServiceError('UNAVAILABLE', 'A part of the store is away; please try again', {
        cause: error,
        retryAfter: RETRY_AFTER_SECONDS,
      })
    }
  }
}
