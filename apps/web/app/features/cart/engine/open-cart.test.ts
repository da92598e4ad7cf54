import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { ShopError } from '@nashta/contracts/api/shop-error'
// @vitest-environment happy-dom
import type { CartLine } from '@nashta/contracts/cart/cart-rules'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { donut, lineOf, settledNow, shown } from './cart-browser.fixture.ts'
import { createCartServer } from './cart-server.fixture.ts'
import { type CartSession, followBrowser, openCart } from './open-cart.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it('is the cart of whoever the session says, from the moment it says so', async () => {
  const { session, say } = createSession()
  const cart = open(session)
  await settledNow()
  expect(cart.getSnapshot().whose).toBe('nobody')

  say('signed-out')
  await settledNow()
  expect(cart.getSnapshot().whose).toBe('guest')
  say('signed-in')
  await settledNow()
  expect(cart.getSnapshot()).toMatchObject({ whose: 'shopper', loading: false })
})

it('keeps a guest’s cart in the browser, and follows another tab', async () => {
  const { session, say } = createSession()
  const cart = open(session)
  const other = open(session)
  say('signed-out')
  await settledNow()
  cart.add(donut)
  await settledNow()
  expect(localStorage.getItem('nashta.guest-cart')).toContain('donut')

  window.dispatchEvent(new StorageEvent('storage', { key: 'nashta.tokens' }))
  expect(shown(other)).toEqual({})
  window.dispatchEvent(new StorageEvent('storage', { key: 'nashta.guest-cart' }))
  expect(shown(other)).toEqual({ donut: 1 })
})

it('asks again when the page is seen and when the network is back, and not once it is closed', async () => {
  const { session, say } = createSession()
  const asked = vi.fn<() => void>()
  const fetchShop: FetchShop = async () => {
    asked()
    return { data: createCartServer().read('asha') } as never
  }
  const cart = openCart(fetchShop)
  const close = followBrowser(cart, session)
  say('signed-in')
  await settledNow()
  expect(asked).toHaveBeenCalledTimes(1)
  window.dispatchEvent(new Event('online'))
  await settledNow()
  document.dispatchEvent(new Event('visibilitychange'))
  await settledNow()
  expect(asked).toHaveBeenCalledTimes(3)

  close()
  window.dispatchEvent(new Event('online'))
  await settledNow()
  expect(asked).toHaveBeenCalledTimes(3)
})

it.each([
  [true, 'local'],
  [false, 'session'],
])('leaves the copy of a sign-out where “remember me: %s” wants it', async (rememberMe, place) => {
  const { session, say } = createSession()
  const tokens = { accessToken: 'a', idToken: 'i', tokenExpiry: 1, rememberMe }
  localStorage.setItem('nashta.tokens', JSON.stringify({ version: 1, data: tokens }))
  const cart = open(session)
  say('signed-in')
  cart.add(donut)
  await settledNow()
  say('signed-out')
  await settledNow()
  const shelves = { local: localStorage, session: sessionStorage }
  const kept = Object.entries(shelves).filter(([, shelf]) => shelf.getItem('nashta.guest-cart'))
  expect(kept.map(([name]) => name)).toEqual([place])
})

it('takes its turn under the locks that all tabs share, where there are any', async () => {
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
  const { session, say } = createSession()
  const cart = open(session)
  say('signed-in')
  cart.add(donut)
  await settledNow()
  expect([...names].toSorted()).toEqual(['nashta.cart.records', 'nashta.cart.sending'])
  vi.unstubAllGlobals()
})

it('a cart whose token is refused shows what it has, as stale', async () => {
  const { session, say } = createSession()
  const cart = openCart(refuseToken)
  onTestFinished(followBrowser(cart, session))
  say('signed-in')
  await settledNow()
  expect(cart.getSnapshot().stale).toBe(true)
  say('signed-out')
  await settledNow()
})

it('works where even looking at the storage is forbidden', async () => {
  for (const shelf of ['localStorage', 'sessionStorage'] as const) {
    vi.spyOn(window, shelf, 'get').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
  }
  const { session, say } = createSession()
  const cart = open(session)
  say('signed-out')
  cart.add(donut)
  await settledNow()
  expect(shown(cart)).toEqual({ donut: 1 })
  say('signed-in')
  await settledNow()
  expect(shown(cart)).toEqual({ donut: 1 })
})

async function refuseToken(): Promise<never> {
  throw new ShopError('Please sign in', { status: 401 })
}

type Body = { mergeId: string; delta: CartLine[] } | CartLine

function open(session: CartSession) {
  const server = createCartServer()
  const fetchShop: FetchShop = async ({ method }, { body, idempotencyKey: id = '' } = {}) => {
    const sent = body as Body
    if (method === 'POST' && 'mergeId' in sent)
      server.send('asha', { id: sent.mergeId, kind: 'merge', delta: sent.delta, joining: [] })
    else if (method === 'POST' && 'productId' in sent)
      server.send('asha', { id, kind: 'add', item: lineOf(sent.productId, sent.quantity) })
    return { data: server.read('asha') } as never
  }
  const cart = openCart(fetchShop)
  onTestFinished(followBrowser(cart, session))
  return cart
}

/** Says who is here, when it is told to. */
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
  function say(next: typeof status) {
    status = next
    for (const tell of listeners) tell()
  }
  return { session, say }
}
