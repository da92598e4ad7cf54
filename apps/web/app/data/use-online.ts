import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** What the browser believes; it may be wrong about being online, so a failed call counts as well. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, always)
}

const subscribe = (tell: () => void) => onlineManager.subscribe(tell)
const isOnline = () => onlineManager.isOnline()
const always = () => true
