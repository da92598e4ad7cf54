import { expect, it } from 'vitest'
import { RESPONSES, createTestClient } from './account.fixture.ts'
import { signIn, signOut, signOutEverywhere } from './identity-calls.ts'

async function createSignedInClient(responses: Record<string, object | Error> = {}) {
  const client = createTestClient({ ...RESPONSES, ...responses })
  const credentials = { email: 'asha@example.in', password: 'pass-word', rememberMe: false }
  await signIn(client.accountClient, credentials)
  client.sent.splice(0)
  return client
}

const EXPIRED = { __type: 'NotAuthorizedException', message: 'Access Token has expired' }

it('a sign-out ends the session in this browser before the gateway replies', async () => {
  const { accountClient, session, sent } = await createSignedInClient()
  const result = signOut(accountClient)
  expect(session.getSnapshot().status).toBe('signed-out')

  expect(await result).toEqual({ ok: true })
  expect(sent).toEqual([{ operation: 'RevokeToken', body: {} }])
})

it('a sign-out with an unreachable gateway ends the session in this browser, and returns a message', async () => {
  const { accountClient, session, browser } = await createSignedInClient({
    RevokeToken: new TypeError('Failed to fetch'),
  })
  expect(await signOut(accountClient)).toEqual({
    ok: false,
    message: 'Sign out failed: The store could not be reached. Please check your connection and try again.',
  })
  expect(session.getSnapshot().status).toBe('signed-out')
  expect(browser.storage.records.size).toBe(0)
})

it('a sign-out everywhere ends the session here at once, and sends its token', async () => {
  const { accountClient, session, sent } = await createSignedInClient()
  const result = signOutEverywhere(accountClient)
  expect(session.getSnapshot().status).toBe('signed-out')

  expect(await result).toEqual({ ok: true })
  expect(sent).toEqual([{ operation: 'GlobalSignOut', body: { AccessToken: 'access' } }])
})

it('a failed sign-out everywhere still revokes the session of this device', async () => {
  const { accountClient, sent } = await createSignedInClient({ GlobalSignOut: EXPIRED })
  expect(await signOutEverywhere(accountClient)).toEqual({
    ok: false,
    message: 'Sign out failed: Access Token has expired',
  })
  expect(sent.map(({ operation }) => operation)).toEqual(['GlobalSignOut', 'RevokeToken'])

  // The session has ended, so there is no token for a second sign-out everywhere.
  sent.splice(0)
  expect(await signOutEverywhere(accountClient)).toEqual({
    ok: false,
    message: 'Sign out failed: Please sign in',
  })
  expect(sent.map(({ operation }) => operation)).toEqual(['RevokeToken'])
})
