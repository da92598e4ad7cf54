let reached = true
const listeners = new Set<() => void>()

/** Whether the last catalogue call reached the store; true before the first call. */
export function isReached(): boolean {
  return reached
}

export function setReached(value: boolean) {
  if (value === reached) return
  reached = value
  for (const notify of listeners) notify()
}

export function subscribeToReached(notify: () => void) {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}
