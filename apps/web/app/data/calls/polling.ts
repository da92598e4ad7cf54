import { useEffect, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { useReached } from './reachability.ts'

export const PRODUCT_POLLING_INTERVAL_MS = 10_000
/** Jitter makes a delay longer or shorter by at most this share. */
const JITTER = 0.2
export const DELAY_MAX_MS = 60_000

export type PollState = {
  /** When the last data arrived, in ms since 1970; zero before the first data. */
  dataUpdatedAt: number
  /** When the last error arrived, in ms since 1970; zero before the first error. */
  errorUpdatedAt: number
}

/**
 * Returns the delay before the next poll, in ms. During an outage, each delay is as long as the
 * outage so far, so the delays double. Jitter keeps many tabs from polling at the same time. It is
 * computed from the time of the last data or error, so repeated calls return the same delay.
 */
export function pollDelay({ dataUpdatedAt, errorUpdatedAt }: PollState): number {
  // Before the first data, the start of an outage is unknown.
  const outage = dataUpdatedAt === 0 ? 0 : errorUpdatedAt - dataUpdatedAt
  const delay = Math.min(Math.max(outage, PRODUCT_POLLING_INTERVAL_MS), DELAY_MAX_MS)
  return withJitter(delay, Math.max(dataUpdatedAt, errorUpdatedAt))
}

/** Makes a delay a fifth shorter or longer, by the milliseconds of a time. */
export function withJitter(delay: number, time: number) {
  const zeroToOne = (time % 1000) / 999
  return Math.round(delay * (1 - JITTER + 2 * JITTER * zeroToOne))
}

/** The setting REAL_TIME_SYNC: whether pages poll the catalogue. */
export function useRealTimeSync(): boolean {
  const settings = useRouteLoaderData<() => { realTimeSync: boolean }>('root')
  return settings?.realTimeSync ?? true
}

/**
 * Whether a polled query may be fetched yet. With `fetchNow`, it may be fetched at once. Otherwise
 * it may be fetched after one polling interval, or never if pages do not poll.
 */
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

/**
 * Whether the code that updates a page is needed yet: with `updateNow` at once, otherwise after one
 * polling interval, or when the store cannot be reached, which that code tells.
 */
export function useUpdatesNeeded(updateNow: boolean): boolean {
  const isReached = useReached()
  return useFetchEnabled(updateNow) || !isReached
}
