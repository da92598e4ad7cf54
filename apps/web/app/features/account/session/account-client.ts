import { AccountError } from '@nashta/browser/identity/account-error'
import type { CallIdentity } from '@nashta/browser/identity/call-identity'
import { loadWithRetry } from '@nashta/browser/load-with-retry'
import { type AccountClient, createSession } from '@nashta/browser/session/session'
import { CURRENT_USER_KEY, TOKENS_KEY } from '@nashta/browser/session/session-keys'
import type { SessionStore } from '@nashta/browser/session/session-store'
import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { withWebLock } from '@nashta/browser/web-lock'
import { STORE_UNREACHABLE } from '@nashta/contracts/api/error-texts'

const LOCK_NAME = 'nashta.session'
const SESSION_KEYS = [CURRENT_USER_KEY, TOKENS_KEY]

/** Used until the real session store is loaded. */
const EMPTY_STORE: SessionStore = { read: () => null, write() {}, clear() {} }

const now = () => new Date()

type RestorableClient = AccountClient & {
  /** Reads the session that this browser has stored. */
  restore: (signal: AbortSignal) => Promise<void>
}

let clientOfPage: RestorableClient | undefined

/** In the browser, the one client of the page. On the server, a new client without a session. */
export function getAccountClient(): RestorableClient {
  if (typeof document === 'undefined') return createAccountClient()
  clientOfPage ??= createAccountClient()
  return clientOfPage
}

/** A client connected to this browser's storage, locks and clock. Nothing is read before `restore()`. */
export function createAccountClient(): RestorableClient {
  const storage = browserStorage('localStorage')
  let store = EMPTY_STORE

  /**
   * Loads the identity calls, and replaces the empty store by the real session store. Most visitors
   * have no account and need neither.
   */
  async function loadCallsAndStore() {
    const calls = await loadIdentityCalls()
    if (store === EMPTY_STORE) store = calls.createSessionStore(storage)
    return calls
  }

  const callIdentity: CallIdentity = async (operation, request) =>
    (await loadCallsAndStore()).callIdentity(operation, request)

  const session = createSession({
    // `store` is replaced later, so it is looked up at each call.
    store: {
      read: () => store.read(),
      write: (next) => store.write(next),
      clear: () => store.clear(),
    },
    fetchTokens: async () => (await loadCallsAndStore()).refreshTokens(callIdentity, now),
    now,
    schedule(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    withLock: (work) => withWebLock(LOCK_NAME, work),
  })

  return {
    callIdentity,
    session,
    now,
    async restore(signal) {
      const isSessionStored = SESSION_KEYS.some((key) => storage.getItem(key) !== null)
      if (isSessionStored) await loadWithRetry(loadCallsAndStore, { signal })
      if (!signal.aborted) session.restore()
    },
  }
}

/**
 * Restores the stored session, and restores it again whenever another tab changes it. Returns a
 * function that ends this.
 */
export function followStorage({ restore }: RestorableClient) {
  const controller = new AbortController()
  const { signal } = controller
  function onStorage({ key }: StorageEvent) {
    // The key is null when another tab has cleared all records.
    if (key === null || SESSION_KEYS.includes(key)) void restore(signal)
  }
  window.addEventListener('storage', onStorage, { signal })
  void restore(signal)
  return () => controller.abort()
}

/**
 * Loads the module on first use, because most pages never need it. Rejects with an `AccountError`
 * while the server is unreachable.
 */
export async function loadIdentityCalls() {
  try {
    return await import('./identity-calls.ts')
  } catch (error) {
    throw new AccountError(STORE_UNREACHABLE, { cause: error })
  }
}
