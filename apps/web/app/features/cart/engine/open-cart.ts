import { readRecord } from '@nashta/browser/storage-record'
import type { FetchShop } from '../../../data/fetch-shop.ts'
import { GUEST_CART_KEY, userCartKey } from '../../../data/storage-keys.ts'
import { tokensRecord } from '../../../data/storage-records.ts'
import { withRenewedToken } from '../../../data/with-renewed-token.ts'
import { createCartApi } from './cart-api.ts'
import { type CartEngine, createCartEngine } from './cart-engine.ts'
import { createCartStorage, withMemoryFallback } from './cart-storage.ts'

const now = () => new Date()

/** The part of the session that a cart needs. */
export type CartSession = {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => { status: 'unknown' | 'signed-in' | 'signed-out'; user: { sub: string } | null }
  accessToken: (options?: { refused?: string }) => Promise<string | null>
}

/** A cart engine on this browser's storage, locks and timers. It reads nothing until its owner is set. */
export function openCart({ session, fetchShop }: { session: CartSession; fetchShop: FetchShop }): CartEngine {
  const areas = {
    local: withMemoryFallback(storageOrNull(() => window.localStorage)),
    session: withMemoryFallback(storageOrNull(() => window.sessionStorage)),
  }
  return createCartEngine({
    storage: createCartStorage(areas, now),
    api: createCartApi({
      fetchShop: (endpoint, call) => withRenewedToken(session, () => fetchShop(endpoint, call)),
      isOnline: () => navigator.onLine,
    }),
    withLock,
    newId,
    now,
    schedule(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    random: Math.random,
  })
}

/** Connects the engine to the session and to the browser's events. Returns a function that disconnects it. */
export function followBrowser(engine: CartEngine, session: CartSession) {
  const controller = new AbortController()
  const { signal } = controller

  function followSession() {
    const { status, user } = session.getSnapshot()
    if (status !== 'unknown') engine.setOwner(user && { sub: user.sub, rememberMe: isRememberMe() })
  }

  function followRecords({ key }: StorageEvent) {
    const sub = session.getSnapshot().user?.sub
    // The key is null when the whole storage was cleared.
    if (key === null || key === GUEST_CART_KEY || (sub && key === userCartKey(sub))) engine.recordsChanged()
  }

  function refreshWhenVisible() {
    if (document.visibilityState === 'visible') engine.refresh()
  }

  const unsubscribe = session.subscribe(followSession)
  followSession()
  window.addEventListener('storage', followRecords, { signal })
  window.addEventListener('pagehide', () => engine.writeNow(), { signal })
  for (const change of ['online', 'offline']) window.addEventListener(change, engine.refresh, { signal })
  document.addEventListener('visibilitychange', refreshWhenVisible, { signal })
  return () => {
    unsubscribe()
    controller.abort()
  }
}

function isRememberMe() {
  const local = withMemoryFallback(storageOrNull(() => window.localStorage))
  return readRecord(tokensRecord, local.getItem(tokensRecord.key))?.rememberMe === true
}

/** Plain http and pages without storage have no Web Locks; there, work of one tab is not ordered against other tabs. */
async function withLock(name: string, work: () => Promise<void>) {
  let isStarted = false
  try {
    await navigator.locks.request(`nashta.cart.${name}`, () => {
      isStarted = true
      return work()
    })
  } catch (error) {
    if (isStarted) throw error
    await work()
  }
}

/** `randomUUID` does not exist on plain http. */
function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Where storage is forbidden, reading `window.localStorage` throws. */
function storageOrNull(access: () => Storage): Storage | null {
  try {
    return access()
  } catch {
    return null
  }
}
