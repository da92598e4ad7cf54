import type { CurrentUser } from '@nashta/contracts/user'

type SessionSnapshot =
  | { status: 'signed-in'; user: CurrentUser }
  | { status: 'signed-out'; user: null }
  /** Before the browser has looked: shown like signed out, but nobody is sent away for it. */
  | { status: 'unknown'; user: null }

const SIGNED_OUT: SessionSnapshot = { status: 'signed-out', user: null }
const UNKNOWN: SessionSnapshot = { status: 'unknown', user: null }

/** The session as pages see it, in the shape that `useSyncExternalStore` takes. New tokens are no news to them. */
export function createSessionSnapshot() {
  const listeners = new Set<() => void>()
  let snapshot = UNKNOWN

  function show(user: CurrentUser | null) {
    if (snapshot.status !== 'unknown' && isSame(snapshot.user, user)) return
    snapshot = user ? { status: 'signed-in', user } : SIGNED_OUT
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

/** Read from storage again, a user is another object. */
function isSame(one: CurrentUser | null, other: CurrentUser | null) {
  return JSON.stringify(one) === JSON.stringify(other)
}
