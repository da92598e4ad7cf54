import { useEffect, useState } from 'react'
import { useOnline } from './use-online.ts'

export const PRODUCT_POLLING_INTERVAL_MS = 10_000
/** Each delay is up to this share longer or shorter. */
const JITTER = 0.2
const DELAY_MAX_MS = 60_000

export type PollState = {
  /** When the last data and the last error arrived, in ms since 1970; zero for never. */
  dataUpdatedAt: number
  errorUpdatedAt: number
}

/**
 * The delay before the next poll. While the store is unreachable each delay is as long as the outage so far, so the
 * delays double. Jitter keeps many tabs from polling in step: it comes from the milliseconds of the last data or error,
 * so that repeated calls return the same delay.
 */
export function pollDelay({ dataUpdatedAt, errorUpdatedAt }: PollState): number {
  const outage = dataUpdatedAt === 0 ? 0 : errorUpdatedAt - dataUpdatedAt
  const delay = Math.min(Math.max(outage, PRODUCT_POLLING_INTERVAL_MS), DELAY_MAX_MS)
  const milliseconds = Math.max(dataUpdatedAt, errorUpdatedAt) % 1000
  const zeroToOne = milliseconds / 999
  return Math.round(delay * (1 - JITTER + 2 * JITTER * zeroToOne))
}

type PolledQuery = { state: PollState }

/** The `refetchInterval` of a polled query. The query client itself pauses it while the page is hidden. */
export function usePolling(): false | ((query: PolledQuery) => number) {
  return useOnline() ? delayOfQuery : false
}

function delayOfQuery({ state }: PolledQuery) {
  return pollDelay(state)
}

/** Whether a query may be fetched: at once if `fetchNow`, else after one polling interval. */
export function useFetchEnabled(fetchNow: boolean): boolean {
  const [hasWaited, setHasWaited] = useState(false)

  useEffect(() => {
    if (fetchNow) return undefined
    // The page has just been loaded with its data.
    const delay = pollDelay({ dataUpdatedAt: Date.now(), errorUpdatedAt: 0 })
    const timer = setTimeout(() => setHasWaited(true), delay)
    return () => clearTimeout(timer)
  }, [fetchNow])

  return fetchNow || hasWaited
}
