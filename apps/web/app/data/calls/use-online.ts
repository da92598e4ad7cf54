import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type PollState, pollDelay, useRealTimeSync } from './polling.ts'
import { useReached } from './reachability.ts'

const alwaysTrue = () => true

/** Whether the browser reports a network. The store may still be unreachable. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, isOnline, alwaysTrue)
}

const subscribeToNetwork = (notify: () => void) => onlineManager.subscribe(notify)
const isOnline = () => onlineManager.isOnline()

/** Whether the browser reports a network and the last catalogue call reached the store. */
export function useReachable(): boolean {
  const isStoreReached = useReached()
  return useOnline() && isStoreReached
}

type PolledQuery = { state: PollState }

/**
 * The `refetchInterval` of a polled query; false when it must not poll. The query client pauses
 * polling while the page is hidden.
 */
export function usePolling(): false | ((query: PolledQuery) => number) {
  const online = useOnline()
  return useRealTimeSync() && online && delayOfQuery
}

function delayOfQuery({ state }: PolledQuery) {
  return pollDelay(state)
}
