import { asha } from '@nashta/browser/session/session.fixture'
// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { RESPONSES } from './account.fixture.ts'
import { signIn } from './identity-calls.ts'
import { followStorage, getAccount, openAccount } from './open-account.ts'

const onThePage = new AbortController().signal
const form = { email: 'asha@example.in', password: 'pass-word', rememberMe: true }

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    const [, operation = ''] = new Headers(headers).get('x-amz-target')?.split('.') ?? []
    return Response.json(RESPONSES[operation as keyof typeof RESPONSES])
  })
  return () => vi.unstubAllGlobals()
})

it('a session is stored in the browser, and restored', async () => {
  await signIn(openAccount(), form)
  expect(localStorage.getItem('nashta.current-user')).toBe(JSON.stringify({ version: 1, data: asha }))

  const { session, restore } = openAccount()
  await restore(onThePage)
  expect(session.getSnapshot()).toEqual({ status: 'signed-in', user: asha, rememberMe: true })
})

it('a session follows the session records of another tab, and no other records', async () => {
  const account = openAccount()
  const stop = followStorage(account)
  await signIn(account, form)
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: 'nashta.guest-cart' }))
  expect(account.session.getSnapshot().status).toBe('signed-in')

  window.dispatchEvent(new StorageEvent('storage', { key: 'nashta.tokens' }))
  expect(account.session.getSnapshot().status).toBe('signed-out')
  stop()
})

it('a session ends when another tab clears all records', async () => {
  const account = openAccount()
  const stop = followStorage(account)
  await signIn(account, form)
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(account.session.getSnapshot().status).toBe('signed-out')
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
  const account = openAccount()
  await signIn(account, form)
  await account.session.getAccessToken({ refused: 'access' })
  expect(names).toEqual(['nashta.session'])
  account.session.end()
})

it('a session works where even reading the storage property is forbidden', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const account = openAccount()
  await account.restore(onThePage)
  expect(account.session.getSnapshot().status).toBe('signed-out')
  await signIn(account, form)
  expect(account.session.getSnapshot().status).toBe('signed-in')
})

it('a page has one account, and renders on the server share none', () => {
  expect(getAccount()).toBe(getAccount())
  vi.stubGlobal('document', undefined)
  expect(getAccount()).not.toBe(getAccount())
})
