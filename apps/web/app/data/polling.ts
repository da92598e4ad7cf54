import { useEffect, useState } from 'react'
import { useRouteLoaderData } from 'react-router'

export const PRODUCT_POLLING_INTERVAL_MS = 10_000
/** A delay is made longer or shorter by up to this share of it. */
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

/** The setting REAL_TIME_SYNC: false means that no page polls. */
export function useRealTimeSync(): boolean {
  const settings = useRouteLoaderData<() => { realTimeSync: boolean }>('root')
  return settings?.realTimeSync ?? true
}

/** Whether a polled query may be fetched: at once if `fetchNow`, else after one polling interval, if pages poll. */
export function useFetchEnabled(fetchNow: boolean): boolean {
  const [hasWaited, setHasWaited] = useState(false)
  const realTimeSync = useRealTimeSync()

  useEffect(() => {
    if (fetchNow || !realTimeSync) return undefined
    // The page has just been loaded with its data.
    const delay = pollDelay({ dataUpdatedAt: Date.now(), errorUpdatedAt: 0 })
    const timer = setTimeout(() => setHasWaited(true), delay)
    return () => clearTimeout(timer)
  }, [fetchNow, realTimeSync])

  return fetchNow || hasWaited
}
