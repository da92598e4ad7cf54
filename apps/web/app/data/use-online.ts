import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type PollState, pollDelay, useRealTimeSync } from './polling.ts'
import { isReached, subscribeToReached } from './reachability.ts'

const alwaysTrue = () => true

/** Whether the browser reports a network, which does not mean that the store can be reached. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, isOnline, alwaysTrue)
}

const subscribeToNetwork = (notify: () => void) => onlineManager.subscribe(notify)
const isOnline = () => onlineManager.isOnline()

/** Whether the browser reports a network and the last call of the catalogue reached the store. */
export function useReachable(): boolean {
  const isStoreReached = useSyncExternalStore(subscribeToReached, isReached, alwaysTrue)
  return useOnline() && isStoreReached
}

type PolledQuery = { state: PollState }

/** The `refetchInterval` of a polled query. The query client itself pauses it while the page is hidden. */
export function usePolling(): false | ((query: PolledQuery) => number) {
  const online = useOnline()
  return useRealTimeSync() && online && delayOfQuery
}

function delayOfQuery({ state }: PolledQuery) {
  return pollDelay(state)
}
