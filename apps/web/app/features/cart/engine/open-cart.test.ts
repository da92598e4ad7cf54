// @vitest-environment happy-dom
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import type { CartLine } from '@nashta/contracts/cart/cart-rules'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { donut, lineOf, flushTasks, shownQuantities } from './cart-browser.fixture.ts'
import { createCartServer } from './cart-server.fixture.ts'
import { type CartSession, followBrowser, openCart } from './open-cart.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it('the cart’s owner follows the session', async () => {
  const { session, setStatus } = createSession()
  const cart = open(session)
  await flushTasks()
  expect(cart.getSnapshot().owner).toBe('unknown')

  setStatus('signed-out')
  await flushTasks()
  expect(cart.getSnapshot().owner).toBe('guest')
  setStatus('signed-in')
  await flushTasks()
  expect(cart.getSnapshot()).toMatchObject({ owner: 'shopper', loading: false })
})

it('a guest cart is stored in the browser, and another tab shows its changes', async () => {
  const { session, setStatus } = createSession()
  const cart = open(session)
  const other = open(session)
  setStatus('signed-out')
  await flushTasks()
  cart.add(donut)
  await flushTasks()
  expect(localStorage.getItem('nashta.guest-cart')).toContain('donut')

  // A change of another record is ignored.
  window.dispatchEvent(new StorageEvent('storage', { key: 'nashta.tokens' }))
  expect(shownQuantities(other)).toEqual({})
  window.dispatchEvent(new StorageEvent('storage', { key: 'nashta.guest-cart' }))
  expect(shownQuantities(other)).toEqual({ donut: 1 })
})

it('the cart is read again when the page becomes visible or the network is back', async () => {
  const { session, setStatus } = createSession()
  const onRequest = vi.fn<() => void>()
  const cart = openCart(shopOf(createCartServer(), onRequest))
  const disconnect = followBrowser(cart, session)
  setStatus('signed-in')
  await flushTasks()
  expect(onRequest).toHaveBeenCalledTimes(1)
  window.dispatchEvent(new Event('online'))
  await flushTasks()
  document.dispatchEvent(new Event('visibilitychange'))
  await flushTasks()
  expect(onRequest).toHaveBeenCalledTimes(3)

  // A disconnected engine no longer reads the cart.
  disconnect()
  window.dispatchEvent(new Event('online'))
  await flushTasks()
  expect(onRequest).toHaveBeenCalledTimes(3)
})

it.each([
  [true, 'local'],
  [false, 'session'],
])('a sign-out with “Remember me” %s leaves the copy in %s storage', async (rememberMe, place) => {
  const { session, setStatus } = createSession()
  const tokens = { accessToken: 'a', idToken: 'i', tokenExpiry: 1, rememberMe }
  localStorage.setItem('nashta.tokens', JSON.stringify({ version: 1, data: tokens }))
  const cart = open(session)
  setStatus('signed-in')
  cart.add(donut)
  await flushTasks()
  setStatus('signed-out')
  await flushTasks()
  const areas = { local: localStorage, session: sessionStorage }
  const usedAreas = Object.entries(areas).filter(([, area]) => area.getItem('nashta.guest-cart'))
  expect(usedAreas.map(([name]) => name)).toEqual([place])
})

it('the cart uses one Web Lock for its records and another for sending', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const names = new Set<string>()
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: {
      request: (name: string, work: () => Promise<void>) => {
        names.add(name)
        return work()
      },
    },
  })
  const { session, setStatus } = createSession()
  const cart = open(session)
  setStatus('signed-in')
  cart.add(donut)
  await flushTasks()
  expect([...names].toSorted()).toEqual(['nashta.cart.records', 'nashta.cart.sending'])
})

it('the cart works although reading `window.localStorage` throws', async () => {
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    vi.spyOn(window, area, 'get').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
  }
  const { session, setStatus } = createSession()
  const cart = open(session)
  setStatus('signed-out')
  cart.add(donut)
  await flushTasks()
  expect(shownQuantities(cart)).toEqual({ donut: 1 })
  setStatus('signed-in')
  await flushTasks()
  expect(shownQuantities(cart)).toEqual({ donut: 1 })
})

function open(session: CartSession) {
  const cart = openCart(shopOf(createCartServer()))
  onTestFinished(followBrowser(cart, session))
  return cart
}

type CartBody = { mergeId: string; delta: CartLine[] } | CartLine

/** A Shop API for one shopper. It can read the cart, add to it and merge into it. */
function shopOf(server: ReturnType<typeof createCartServer>, onRequest = () => {}): FetchShop {
  return async ({ method }, { body, idempotencyKey: id = '' } = {}) => {
    onRequest()
    const sent = body as CartBody
    if (method === 'POST' && 'mergeId' in sent)
      server.send('asha', { id: sent.mergeId, kind: 'merge', delta: sent.delta, joining: [] })
    else if (method === 'POST' && 'productId' in sent)
      server.send('asha', { id, kind: 'add', item: lineOf(sent.productId, sent.quantity) })
    return { data: server.read('asha') } as never
  }
}

/** A session whose status the test sets. */
function createSession() {
  const listeners = new Set<() => void>()
  let status: 'unknown' | 'signed-in' | 'signed-out' = 'unknown'
  const session: CartSession = {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: () => ({ status, user: status === 'signed-in' ? { sub: 'asha' } : null }),
  }
  function setStatus(next: typeof status) {
    status = next
    for (const notify of listeners) notify()
  }
  return { session, setStatus }
}
