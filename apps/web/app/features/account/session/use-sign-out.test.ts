import { expect, it, vi } from 'vitest'
import { loadIdentityCalls } from './account-client.ts'
import { createTestClient, RESPONSES } from './account.fixture.ts'
import { signIn } from './identity-calls.ts'
import { signOutHere } from './use-sign-out.ts'

vi.mock(import('./account-client.ts'), { spy: true })

it('a sign-out ends the session at once, and then calls the gateway', async () => {
  const { accountClient, session, sent } = createTestClient(RESPONSES)
  await signIn(accountClient, { email: 'asha@example.in', password: 'pass-word', rememberMe: true })
  const result = signOutHere(accountClient)
  expect(session.getSnapshot()).toMatchObject({ status: 'signed-out', reason: 'signed-out-here' })

  expect(await result).toEqual({ ok: true })
  expect(sent.at(-1)?.operation).toBe('RevokeToken')
})

it('a sign-out ends the session even when the identity calls cannot be loaded', async () => {
  vi.mocked(loadIdentityCalls).mockRejectedValueOnce(new Error('no network'))
  const { accountClient, session } = createTestClient(RESPONSES)
  await signIn(accountClient, { email: 'asha@example.in', password: 'pass-word', rememberMe: true })
  expect(await signOutHere(accountClient)).toEqual({
    ok: false,
    message: 'Sign out failed: The store could not be reached. Please check your connection and try again.',
  })
  expect(session.getSnapshot().status).toBe('signed-out')
})
