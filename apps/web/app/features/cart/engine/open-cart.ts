import { newId } from '@nashta/browser/new-id'
import { tokensRecord } from '@nashta/browser/session/session-store'
import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { readRecord } from '@nashta/browser/storage/storage-record'
import { withWebLock } from '@nashta/browser/web-lock'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { GUEST_CART_KEY, userCartKey } from '../../../data/storage-keys.ts'
import { createCartApi } from './cart-api.ts'
import { type CartEngine, createCartEngine } from './cart-engine.ts'
import { createKeptCarts } from './kept-carts.ts'
import { createShelf } from './shelf.ts'

const now = () => new Date()

/** As much of the session as a cart needs. */
export type CartSession = {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => { status: 'unknown' | 'signed-in' | 'signed-out'; user: { sub: string } | null }
}

/** A cart wired to what the browser has. Nothing is read until it is told whose it is. */
export function openCart(fetchShop: FetchShop): CartEngine {
  const shelves = {
    local: createShelf(browserStorage('localStorage')),
    session: createShelf(browserStorage('sessionStorage')),
  }
  return createCartEngine({
    kept: createKeptCarts(shelves, now),
    api: createCartApi({ fetchShop, isOnline: () => navigator.onLine }),
    alone: (name, work) => withWebLock(`nashta.cart.${name}`, work),
    newId,
    now,
    later(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    random: Math.random,
  })
}

/** From now on the cart is that of whoever is signed in, and goes with what other tabs and devices do to it. */
export function followBrowser(engine: CartEngine, session: CartSession) {
  const listening = new AbortController()
  const { signal } = listening

  function followSession() {
    const { status, user } = session.getSnapshot()
    if (status !== 'unknown') engine.become(user && { sub: user.sub, remembered: isRemembered() })
  }

  function followRecords({ key }: StorageEvent) {
    const sub = session.getSnapshot().user?.sub
    // No key means that all was cleared.
    if (key === null || key === GUEST_CART_KEY || (sub && key === userCartKey(sub))) engine.recordsChanged()
  }

  function refreshWhenSeen() {
    if (document.visibilityState === 'visible') engine.refresh()
  }

  const leaveSession = session.subscribe(followSession)
  followSession()
  window.addEventListener('storage', followRecords, { signal })
  window.addEventListener('pagehide', () => engine.leave(), { signal })
  for (const change of ['online', 'offline']) window.addEventListener(change, engine.refresh, { signal })
  document.addEventListener('visibilitychange', refreshWhenSeen, { signal })
  return () => {
    leaveSession()
    listening.abort()
  }
}

function isRemembered() {
  return (
    readRecord(tokensRecord, browserStorage('localStorage').getItem(tokensRecord.key))?.rememberMe === true
  )
}
