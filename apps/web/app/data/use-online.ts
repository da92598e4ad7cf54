import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** A browser can report that it is online without a connection, so callers also look at failed requests. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, isOnlineOnServer)
}

const subscribe = (notify: () => void) => onlineManager.subscribe(notify)
const isOnline = () => onlineManager.isOnline()
const isOnlineOnServer = () => true
