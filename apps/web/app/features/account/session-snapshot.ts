import type { CurrentUser } from '@nashta/browser/user'

/** The shopper signed out here; it ended by itself or in another tab; there was none to begin with. */
export type WhySignedOut = 'left' | 'ended' | 'never-in'

export type SessionSnapshot =
  | { status: 'signed-in'; user: CurrentUser; rememberMe: boolean }
  | { status: 'signed-out'; user: null; why: WhySignedOut }
  /** Before the browser has looked: shown like signed out, but nobody is sent away for it. */
  | { status: 'unknown'; user: null }

const UNKNOWN: SessionSnapshot = { status: 'unknown', user: null }

/** The session as pages see it, in the shape that `useSyncExternalStore` takes. New tokens are no news to them. */
export function createSessionSnapshot() {
  const listeners = new Set<() => void>()
  let snapshot = UNKNOWN

  function show(next: SessionSnapshot) {
    if (isSame(snapshot, next)) return
    snapshot = next
    for (const tell of listeners) tell()
  }

  return {
    show,
    getSnapshot: () => snapshot,
    getServerSnapshot: () => UNKNOWN,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Read from storage again, a user is another object; and why nobody is signed in is settled at first. */
function isSame(one: SessionSnapshot, other: SessionSnapshot) {
  if (one.status === 'signed-out') return other.status === 'signed-out'
  return JSON.stringify(one) === JSON.stringify(other)
}
