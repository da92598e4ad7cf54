import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** The browser may report online without a connection, so callers also look at failed requests. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, always)
}

const subscribe = (notify: () => void) => onlineManager.subscribe(notify)
const isOnline = () => onlineManager.isOnline()
const always = () => true
