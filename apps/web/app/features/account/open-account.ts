import type { Account } from './account.ts'
import type { CallIdentity } from './call-identity.ts'
import { loadIdentityCalls } from './load-identity-calls.ts'
import { createSession } from './session.ts'
import { createStoredSession, holdsSession } from './stored-session.ts'

const LOCK = 'nashta.session'

const now = () => new Date()

const callIdentity: CallIdentity = async (operation, request) =>
  (await loadIdentityCalls()).callIdentity(operation, request)

let ofPage: Account | undefined

/** One for as long as the page is open; on the server one for each render, which is nobody's. */
export function getAccount(): Account {
  if (typeof document === 'undefined') return openAccount()
  ofPage ??= openAccount()
  return ofPage
}

/** An account wired to what the browser has. Nothing is read until `session.restore()`. */
export function openAccount(): Account {
  const session = createSession({
    stored: createStoredSession(localStorageOrNull()),
    fetchTokens: async () => (await loadIdentityCalls()).refreshTokens(callIdentity, now),
    now,
    later(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    alone,
  })
  return { callIdentity, session, now }
}

/** Reads what this browser has kept, and from then on follows what other tabs do to it. */
export function followStorage({ session }: Account) {
  session.restore()
  function onStorage({ key }: StorageEvent) {
    // No key means that all was cleared.
    if (key === null || holdsSession(key)) session.restore()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
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
