import { useEffect, useState } from 'react'
import { useOnline } from './use-online.ts'

export const PRODUCT_POLLING_INTERVAL_MS = 10_000
const JITTER = 0.2
const DELAY_MAX_MS = 60_000

export type PollState = {
  /** When the last response and the last failure arrived, in ms; zero for never. */
  dataUpdatedAt: number
  errorUpdatedAt: number
}

/**
 * The delay before the next poll. While the store is unreachable each delay is as long as the outage so far, so the
 * delays double. Jitter keeps many tabs from polling in step: it comes from the milliseconds of the last response, so
 * that it is the same however often it is computed.
 */
export function pollDelay({ dataUpdatedAt, errorUpdatedAt }: PollState): number {
  const outage = dataUpdatedAt === 0 ? 0 : errorUpdatedAt - dataUpdatedAt
  const delay = Math.min(Math.max(outage, PRODUCT_POLLING_INTERVAL_MS), DELAY_MAX_MS)
  const chance = (Math.max(dataUpdatedAt, errorUpdatedAt) % 1000) / 999
  return Math.round(delay * (1 - JITTER + 2 * JITTER * chance))
}

type PolledQuery = { state: PollState }

/** The `refetchInterval` of a polled query. The query client itself pauses it while the page is hidden. */
export function usePolling(): false | ((query: PolledQuery) => number) {
  return useOnline() ? untilNextPoll : false
}

function untilNextPoll({ state }: PolledQuery) {
  return pollDelay(state)
}

/** True at once, or, for a query that can wait, after one polling interval. */
export function useDueForPoll(canWait: boolean): boolean {
  const [isOver, setOver] = useState(false)

  useEffect(() => {
    if (!canWait) return undefined
    const timer = setTimeout(() => setOver(true), pollDelay({ dataUpdatedAt: Date.now(), errorUpdatedAt: 0 }))
    return () => clearTimeout(timer)
  }, [canWait])

  return isOver || !canWait
}
