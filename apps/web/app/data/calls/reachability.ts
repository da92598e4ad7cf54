import { useSyncExternalStore } from 'react'

let reached = true
const listeners = new Set<() => void>()

/** Whether the last catalogue call reached the store; true before the first call. */
function isReached(): boolean {
  return reached
}

export function setReached(value: boolean) {
  if (value === reached) return
  reached = value
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void) {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}

export function useReached(): boolean {
  return useSyncExternalStore(subscribe, isReached, () => true)
}
