// @vitest-environment happy-dom
import { asha } from '@nashta/browser/session/session.fixture'
import { beforeEach, expect, it, vi } from 'vitest'
import { followStorage, getAccountClient, createAccountClient } from './account-client.ts'
import { RESPONSES } from './account.fixture.ts'
import { signIn } from './identity-calls.ts'

const neverAborted = new AbortController().signal
const form = { email: 'asha@example.in', password: 'pass-word', rememberMe: true }

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    const [, operation = ''] = new Headers(headers).get('x-amz-target')?.split('.') ?? []
    return Response.json(RESPONSES[operation as keyof typeof RESPONSES])
  })
  return () => vi.unstubAllGlobals()
})

it('a session is stored in the browser, and another account client restores it', async () => {
  await signIn(createAccountClient(), form)
  expect(localStorage.getItem('nashta.current-user')).toBe(JSON.stringify({ version: 1, data: asha }))

  const { session, restore } = createAccountClient()
  await restore(neverAborted)
  expect(session.getSnapshot()).toEqual({ status: 'signed-in', user: asha, rememberMe: true })
})

it('a session ends only on the storage event for its own records', async () => {
  const accountClient = createAccountClient()
  const stop = followStorage(accountClient)
  await signIn(accountClient, form)
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: 'nashta.guest-cart' }))
  expect(accountClient.session.getSnapshot().status).toBe('signed-in')

  window.dispatchEvent(new StorageEvent('storage', { key: 'nashta.tokens' }))
  expect(accountClient.session.getSnapshot().status).toBe('signed-out')
  stop()
})

it('a session ends when another tab clears all records', async () => {
  const accountClient = createAccountClient()
  const stop = followStorage(accountClient)
  await signIn(accountClient, form)
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(accountClient.session.getSnapshot().status).toBe('signed-out')
  stop()
})

it('tokens are renewed under the Web Lock that all tabs share', async () => {
  const names: string[] = []
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string, work: () => Promise<void>) => {
        names.push(name)
        return work()
      },
    },
  })
  const accountClient = createAccountClient()
  await signIn(accountClient, form)
  // A token that a service has refused is renewed.
  await accountClient.session.getAccessToken({ refused: 'access' })
  expect(names).toEqual(['nashta.session'])
  accountClient.session.end()
})

it('a shopper can sign in although reading `window.localStorage` throws', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const accountClient = createAccountClient()
  await accountClient.restore(neverAborted)
  expect(accountClient.session.getSnapshot().status).toBe('signed-out')
  await signIn(accountClient, form)
  expect(accountClient.session.getSnapshot().status).toBe('signed-in')
})

it('a page has one account client; on the server each render has its own', () => {
  expect(getAccountClient()).toBe(getAccountClient())
  vi.stubGlobal('document', undefined)
  expect(getAccountClient()).not.toBe(getAccountClient())
})
