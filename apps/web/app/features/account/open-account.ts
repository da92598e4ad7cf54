import { loadUntilThere } from '../../data/load-until-there.ts'
import { localStorageOrNull } from '../../data/local-storage.ts'
import { CURRENT_USER_KEY, TOKENS_KEY } from '../../data/storage-keys.ts'
import type { Account } from './account.ts'
import { loadIdentityCalls } from './load-identity-calls.ts'
import { createSession } from './session.ts'
import type { StoredSession } from './stored-session.ts'

const LOCK = 'nashta.session'
const RECORDS = [CURRENT_USER_KEY, TOKENS_KEY]

const NOTHING_STORED: StoredSession = { read: () => null, write() {}, clear() {} }

const now = () => new Date()

type OpenedAccount = Account & {
  /** Reads what this browser has kept. */
  restore: (signal: AbortSignal) => Promise<void>
}

let ofPage: OpenedAccount | undefined

/** One for as long as the page is open; on the server one for each render, which is nobody's. */
export function getAccount(): OpenedAccount {
  if (typeof document === 'undefined') return openAccount()
  ofPage ??= openAccount()
  return ofPage
}

/** An account wired to what the browser has. Nothing is read until `restore()`. */
export function openAccount(): OpenedAccount {
  const storage = localStorageOrNull()
  let stored = NOTHING_STORED

  /** Most visitors have no account: what reads and checks records comes with what asks for them. */
  async function loadCalls() {
    const calls = await loadIdentityCalls()
    if (stored === NOTHING_STORED) stored = calls.createStoredSession(storage)
    return calls
  }

  const callIdentity: Account['callIdentity'] = async (operation, request) =>
    (await loadCalls()).callIdentity(operation, request)

  const session = createSession({
    stored: {
      read: () => stored.read(),
      write: (next) => stored.write(next),
      clear: () => stored.clear(),
    },
    fetchTokens: async () => (await loadCalls()).refreshTokens(callIdentity, now),
    now,
    later(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    alone,
  })

  return {
    callIdentity,
    session,
    now,
    async restore(signal) {
      if (RECORDS.some((key) => attemptToRead(storage, key) !== null)) await loadUntilThere(loadCalls, signal)
      if (!signal.aborted) session.restore()
    },
  }
}

/** Reads what this browser has kept, and from then on follows what other tabs do to it. */
export function followStorage({ restore }: OpenedAccount) {
  const leaving = new AbortController()
  const { signal } = leaving
  function onStorage({ key }: StorageEvent) {
    // No key means that all was cleared.
    if (key === null || RECORDS.includes(key)) void restore(signal)
  }
  window.addEventListener('storage', onStorage, { signal })
  void restore(signal)
  return () => leaving.abort()
}

/** Only where the page came over HTTPS, or from this machine, does the browser have locks. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(LOCK, work)
}

function attemptToRead(storage: Storage | null, key: string) {
  try {
    return storage?.getItem(key) ?? null
  } catch {
    return null
  }
}
