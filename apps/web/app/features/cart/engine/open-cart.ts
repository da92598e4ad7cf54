import { newId } from '@nashta/browser/new-id'
import { tokensRecord } from '@nashta/browser/session/session-store'
import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { parseRecord } from '@nashta/browser/storage/storage-record'
import { withWebLock } from '@nashta/browser/web-lock'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { guestCartRecord, userCartRecord } from '../../../data/storage/storage-records.ts'
import { type CartEngine, createCartEngine } from './cart-engine.ts'
import { createCartApi } from './cart-sender.ts'
import { createCartStorage, withMemoryFallback } from './cart-storage.ts'

const now = () => new Date()

/** The part of the session that a cart needs. */
export type CartSession = {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => { status: 'unknown' | 'signed-in' | 'signed-out'; user: { sub: string } | null }
}

/** A cart engine on this browser's storage, locks and timers. It reads nothing until its owner is set. */
export function openCart(fetchShop: FetchShop): CartEngine {
  const areas = {
    local: withMemoryFallback(browserStorage('localStorage')),
    session: withMemoryFallback(browserStorage('sessionStorage')),
  }
  return createCartEngine({
    storage: createCartStorage(areas, now),
    api: createCartApi({ fetchShop, isOnline: () => navigator.onLine }),
    withLock: (name, work) => withWebLock(`nashta.cart.${name}`, work),
    newId,
    now,
    schedule(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    random: Math.random,
  })
}

/** Connects the engine to the session and the browser's events. Returns the disconnect function. */
export function followBrowser(engine: CartEngine, session: CartSession) {
  const controller = new AbortController()
  const { signal } = controller

  function followSession() {
    const { status, user } = session.getSnapshot()
    if (status !== 'unknown') engine.setOwner(user && { sub: user.sub, rememberMe: hasChosenRememberMe() })
  }

  function followRecords({ key }: StorageEvent) {
    const sub = session.getSnapshot().user?.sub
    // The key is null when the whole storage was cleared.
    if (key === null || key === guestCartRecord.key || (sub && key === userCartRecord(sub).key))
      engine.rereadRecords()
  }

  function refreshWhenVisible() {
    if (document.visibilityState === 'visible') engine.refresh()
  }

  const unsubscribe = session.subscribe(followSession)
  followSession()
  window.addEventListener('storage', followRecords, { signal })
  window.addEventListener('pagehide', () => engine.writeNow(), { signal })
  // After `offline` the refresh fails at once, so that the cart is shown as out of date.
  for (const event of ['online', 'offline']) window.addEventListener(event, engine.refresh, { signal })
  document.addEventListener('visibilitychange', refreshWhenVisible, { signal })
  return () => {
    unsubscribe()
    controller.abort()
  }
}

function hasChosenRememberMe() {
  const stored = browserStorage('localStorage').getItem(tokensRecord.key)
  return parseRecord(tokensRecord, stored)?.rememberMe === true
}
