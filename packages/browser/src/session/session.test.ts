import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AccountError } from '../identity/account-error.ts'
import type { Tokens } from './session-store.ts'
import { asha, createBrowser, flushPromises, TOKEN_LIFETIME_MS } from './session.fixture.ts'

const MINUTE = 60_000
/** Tokens live for one hour. */
const HOUR = TOKEN_LIFETIME_MS
const ravi = { ...asha, sub: 'sub-of-ravi', firstName: 'Ravi' }
const signedIn = { status: 'signed-in', user: asha, rememberMe: false }
const remembered = { ...signedIn, rememberMe: true }
const ended = { status: 'signed-out', user: null, reason: 'ended' }
const signedOut = { ...ended, reason: 'signed-out-here' }

type FetchTokens = () => Promise<Tokens>

let browser: ReturnType<typeof createBrowser>
beforeEach(() => {
  browser = createBrowser()
})

/** Returns a `fetchTokens` whose tokens are numbered. */
function createFetchTokens() {
  let count = 0
  return vi.fn<FetchTokens>(async () => browser.tokens(`renewed ${(count += 1)}`, { rememberMe: true }))
}
const never = async () => {
  throw new Error('unexpected request for tokens')
}

function openSession({ rememberMe = false, fetchTokens = createFetchTokens() } = {}) {
  const session = browser.openTab({ fetchTokens })
  session.begin({ user: asha, tokens: browser.tokens('first', { rememberMe }) })
  return { session, fetchTokens }
}

describe('a session', () => {
  it('is unknown on the server and until storage has been read', () => {
    const session = browser.openTab({ fetchTokens: never })
    expect(session.getServerSnapshot()).toEqual({ status: 'unknown', user: null })
    expect(session.getSnapshot()).toBe(session.getServerSnapshot())

    session.restore()
    expect(session.getSnapshot()).toEqual({ ...ended, reason: 'never-signed-in' })
  })

  it('is stored in two records, and restored after a reload', async () => {
    openSession()
    expect(Object.fromEntries(browser.storage.records)).toEqual({
      'nashta.current-user': JSON.stringify({ version: 1, data: asha }),
      'nashta.tokens': JSON.stringify({ version: 1, data: browser.tokens('first') }),
    })

    const reloaded = browser.openTab({ fetchTokens: never })
    reloaded.restore()
    expect(reloaded.getSnapshot()).toEqual(signedIn)
    expect(await reloaded.getAccessToken()).toBe('access first')
  })

  it('notifies its listeners once for each visible change, until they unsubscribe', () => {
    const session = browser.openTab({ fetchTokens: never })
    const listener = vi.fn<() => void>()
    const unsubscribe = session.subscribe(listener)
    session.begin({ user: asha, tokens: browser.tokens('first') })
    const shown = session.getSnapshot()
    session.restore()
    expect(listener).toHaveBeenCalledTimes(1)
    expect(session.getSnapshot()).toBe(shown)

    session.changeUser({ ...asha, firstName: 'Aasha' })
    expect(listener).toHaveBeenCalledTimes(2)
    unsubscribe()
    session.end()
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('keeps the reason of a sign-out when storage is read afterwards', () => {
    const { session } = openSession()
    session.end()
    session.restore()
    expect(session.getSnapshot()).toEqual(signedOut)
  })

  it('ends in the tab and in storage, and leaves no timer running', async () => {
    const { session } = openSession({ rememberMe: true })
    // Signing out on every device needs the access token.
    expect(session.end()).toBe('access first')

    expect(session.getSnapshot()).toEqual(signedOut)
    expect(browser.storage.records.size).toBe(0)
    expect(browser.clock.pending()).toBe(0)
    expect(await session.getAccessToken()).toBeNull()
    expect(session.end()).toBeNull()
  })
})

describe('a session without "Remember me"', () => {
  it('lasts up to and including the instant its tokens expire, and no longer', async () => {
    const { session, fetchTokens } = openSession()
    await browser.clock.pass(HOUR)
    expect(session.getSnapshot()).toEqual(signedIn)
    expect(await session.getAccessToken()).toBe('access first')

    await browser.clock.pass(1)
    expect(session.getSnapshot()).toEqual(ended)
    expect(browser.storage.records.size).toBe(0)
    expect(fetchTokens).not.toHaveBeenCalled()
  })

  it('is cleared when the page is opened after its tokens expired', () => {
    openSession()
    browser.clock.jump(HOUR + 1)
    const reloaded = browser.openTab({ fetchTokens: never })
    reloaded.restore()

    expect(reloaded.getSnapshot()).toEqual(ended)
    expect(browser.storage.records.size).toBe(0)
  })

  it('has expired when a computer wakes up after the expiry, before a timer has run', async () => {
    const { session } = openSession()
    browser.clock.jump(2 * HOUR)
    expect(await session.getAccessToken()).toBeNull()
    expect(session.getSnapshot()).toEqual(ended)
  })

  it('ends when the store refuses its token', async () => {
    const { session } = openSession()
    // The refusal of the token of another session changes nothing.
    expect(await session.getAccessToken({ refused: 'access of another session' })).toBe('access first')
    expect(await session.getAccessToken({ refused: 'access first' })).toBeNull()
    expect(session.getSnapshot()).toEqual(ended)
  })
})

describe('a session with "Remember me"', () => {
  it('renews its tokens five minutes before each expiry, and notifies no listener', async () => {
    const { session, fetchTokens } = openSession({ rememberMe: true })
    const listener = vi.fn<() => void>()
    session.subscribe(listener)
    await browser.clock.pass(55 * MINUTE - 1)
    expect(fetchTokens).not.toHaveBeenCalled()

    await browser.clock.pass(1)
    expect(await session.getAccessToken()).toBe('access renewed 1')
    expect(browser.storage.records.get('nashta.tokens')).toContain('access renewed 1')
    await browser.clock.pass(55 * MINUTE)
    expect(await session.getAccessToken()).toBe('access renewed 2')
    expect(listener).not.toHaveBeenCalled()
  })

  it('renews tokens that live for five minutes after half of their life', async () => {
    const fetchTokens = vi.fn<FetchTokens>(async () => ({
      ...browser.tokens('short', { rememberMe: true }),
      tokenExpiry: browser.clock.now().getTime() + 5 * MINUTE,
    }))
    openSession({ rememberMe: true, fetchTokens })
    await browser.clock.pass(55 * MINUTE)
    expect(fetchTokens).toHaveBeenCalledTimes(1)
    await browser.clock.pass(2.5 * MINUTE)
    expect(fetchTokens).toHaveBeenCalledTimes(2)
  })

  it('is renewed when the page is opened after its tokens expired', async () => {
    openSession({ rememberMe: true })
    browser.clock.jump(10 * HOUR)
    const fetchTokens = createFetchTokens()
    const reloaded = browser.openTab({ fetchTokens })
    reloaded.restore()

    expect(reloaded.getSnapshot()).toEqual(remembered)
    expect(await reloaded.getAccessToken()).toBe('access renewed 1')
    expect(fetchTokens).toHaveBeenCalledTimes(1)
  })

  it('replaces a token that the store refused', async () => {
    const { session } = openSession({ rememberMe: true })
    expect(await session.getAccessToken({ refused: 'access first' })).toBe('access renewed 1')
  })

  it.each(['NotAuthorizedException', 'UserNotFoundException'])(
    'ends when the user pool refuses with %s',
    async (kind) => {
      const { session } = openSession({
        rememberMe: true,
        fetchTokens: vi.fn<FetchTokens>(async () => {
          throw new AccountError('Refresh Token has been revoked', { kind })
        }),
      })
      await browser.clock.pass(55 * MINUTE)
      expect(session.getSnapshot()).toEqual(ended)
      expect(browser.storage.records.size).toBe(0)
    },
  )

  it.each([null, 'InternalErrorException', 'TooManyRequestsException'])(
    'lasts when a renewal fails with %s, and retries every half minute',
    async (kind) => {
      const fetchTokens = vi.fn<FetchTokens>(async () => {
        throw new AccountError('unreachable', { kind })
      })
      const { session } = openSession({ rememberMe: true, fetchTokens })
      await browser.clock.pass(55 * MINUTE)
      expect(await session.getAccessToken()).toBe('access first')
      await browser.clock.pass(10 * MINUTE)

      // The first renewal, and 20 retries in ten minutes.
      expect(fetchTokens).toHaveBeenCalledTimes(21)
      expect(session.getSnapshot()).toEqual(remembered)
      expect(await session.getAccessToken()).toBeNull()
      fetchTokens.mockImplementation(createFetchTokens())
      await browser.clock.pass(MINUTE)
      expect(await session.getAccessToken()).toBe('access renewed 1')
    },
  )

  it('renews once for concurrent callers, even where the browser has no Web Locks', async () => {
    const fetchTokens = createFetchTokens()
    const session = browser.openTab({ fetchTokens, withLock: (work) => work() })
    session.begin({ user: asha, tokens: browser.tokens('first', { rememberMe: true }) })
    browser.clock.jump(2 * HOUR)
    const tokens = await Promise.all([
      session.getAccessToken(),
      session.getAccessToken(),
      session.getAccessToken(),
    ])

    expect(tokens).toEqual(['access renewed 1', 'access renewed 1', 'access renewed 1'])
    expect(fetchTokens).toHaveBeenCalledTimes(1)
  })

  it('keeps renewed tokens when the name of the shopper changes during the renewal', async () => {
    const arrival = Promise.withResolvers<Tokens>()
    const { session } = openSession({
      rememberMe: true,
      fetchTokens: vi.fn<FetchTokens>(() => arrival.promise),
    })
    const waiting = session.getAccessToken({ refused: 'access first' })
    session.changeUser(ravi)
    session.restore()
    arrival.resolve(browser.tokens('late', { rememberMe: true }))

    expect(await waiting).toBe('access late')
    expect(session.getSnapshot()).toEqual({ ...remembered, user: ravi })
  })

  it('stays signed out when the shopper signs out during a renewal', async () => {
    const arrival = Promise.withResolvers<Tokens>()
    const { session } = openSession({
      rememberMe: true,
      fetchTokens: vi.fn<FetchTokens>(() => arrival.promise),
    })
    const waiting = session.getAccessToken({ refused: 'access first' })
    session.end()
    arrival.resolve(browser.tokens('late', { rememberMe: true }))

    expect(await waiting).toBeNull()
    expect(session.getSnapshot()).toEqual(signedOut)
    expect(browser.storage.records.size).toBe(0)
  })
})

// A tab calls `restore` when another tab has changed the storage that they share.
describe('two tabs', () => {
  it('renew tokens once between them', async () => {
    const fetchTokens = createFetchTokens()
    const { session: one } = openSession({ rememberMe: true, fetchTokens })
    const two = browser.openTab({ fetchTokens })
    two.restore()
    await browser.clock.pass(55 * MINUTE)
    await flushPromises()

    expect(fetchTokens).toHaveBeenCalledTimes(1)
    expect(await one.getAccessToken()).toBe('access renewed 1')
    expect(await two.getAccessToken()).toBe('access renewed 1')
  })

  it('follow each other through sign-out and sign-in', () => {
    const { session: one } = openSession()
    const two = browser.openTab({ fetchTokens: never })
    two.restore()
    one.end()
    two.restore()
    expect(two.getSnapshot()).toEqual(ended)

    one.begin({ user: ravi, tokens: browser.tokens('second') })
    two.restore()
    expect(two.getSnapshot()).toEqual({ ...signedIn, user: ravi })
  })
})
