import type { Account } from './account.ts'
import { createCallIdentity } from './call-identity.ts'
import { createSession } from './session.ts'
import { createStoredSession } from './stored-session.ts'
import { refreshTokens } from './tokens.ts'

const LOCK = 'nashta.session'

const now = () => new Date()

/** The account in this browser, wired to what the browser has. Nothing is read until `session.restore()`. */
export function openAccount(): Account {
  const callIdentity = createCallIdentity((url, init) => fetch(url, init))
  const stored = createStoredSession(localStorageOrNull())
  const session = createSession({
    stored,
    fetchTokens: () => refreshTokens(callIdentity, now),
    now,
    later(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    alone,
  })
  // What other tabs store; no key means that all was cleared.
  window.addEventListener('storage', ({ key }) => {
    if (key === null || stored.holds(key)) session.restore()
  })
  return { callIdentity, session, now }
}

/** Only where the page came over HTTPS, or from this machine, does the browser have locks. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(LOCK, work)
}

/** Where storage is forbidden, even to look is an error. */
function localStorageOrNull() {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
