import { expect, it } from 'vitest'
import { guardStorage } from '../storage/browser-storage.ts'
import { createSessionStore } from './session-store.ts'
import { asha, createBrowser, createStorage, TOKEN_LIFETIME_MS } from './session.fixture.ts'

const tokens = { accessToken: 'access', idToken: 'id', tokenExpiry: 1_767_225_600_000, rememberMe: true }
const fail = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

it('a stored session is read back, until it is cleared', () => {
  const store = createSessionStore(guardStorage(createStorage()))
  store.write({ user: asha, tokens })
  expect(store.read()).toEqual({ user: asha, tokens })
  store.clear()
  expect(store.read()).toBeNull()
})

it.each([
  ['not JSON', '{'],
  ['of another version', JSON.stringify({ version: 2, data: tokens })],
  ['of another shape', JSON.stringify({ version: 1, data: { accessToken: '' } })],
  ['no record', 'null'],
])('tokens that are %s read as absent', (_case, text) => {
  const storage = createStorage()
  const store = createSessionStore(guardStorage(storage))
  store.write({ user: asha, tokens })
  storage.setItem('nashta.tokens', text)
  expect(store.read()).toBeNull()
})

it('storage never holds the tokens of one shopper with the name of another', () => {
  const storage = createStorage()
  createSessionStore(guardStorage(storage)).write({ user: asha, tokens })
  const fullStore = createSessionStore(guardStorage({ ...storage, setItem: fail }))
  fullStore.write({ user: { ...asha, sub: 'sub-of-ravi' }, tokens: { ...tokens, accessToken: 'of ravi' } })
  expect(fullStore.read()).toBeNull()
})

it('a renewal never removes the records, because other tabs may read them at that moment', () => {
  const storage = createStorage()
  createSessionStore(guardStorage(storage)).write({ user: asha, tokens })
  const removed: string[] = []
  const store = createSessionStore(guardStorage({ ...storage, removeItem: (key) => removed.push(key) }))
  store.write({ user: asha, tokens: { ...tokens, accessToken: 'renewed' } })

  expect(removed).toEqual([])
  expect(store.read()?.tokens.accessToken).toBe('renewed')
})

it.each([
  ['not there', null],
  ['full', { ...createStorage(), setItem: fail }],
  ['forbidden', { getItem: fail, setItem: fail, removeItem: fail }],
])('with storage that is %s, a session lasts until the page is left', async (_case, storage) => {
  const browser = createBrowser()
  const session = browser.openTab({
    store: createSessionStore(guardStorage(storage)),
    fetchTokens: async () => browser.tokens('renewed', { rememberMe: true }),
  })
  session.restore()
  expect(session.getSnapshot().status).toBe('signed-out')

  session.begin({ user: asha, tokens: browser.tokens('first', { rememberMe: true }) })
  expect(session.getSnapshot().status).toBe('signed-in')
  browser.clock.jump(2 * TOKEN_LIFETIME_MS)
  expect(await session.getAccessToken()).toBe('access renewed')
  session.end()
  expect(session.getSnapshot().status).toBe('signed-out')
})
