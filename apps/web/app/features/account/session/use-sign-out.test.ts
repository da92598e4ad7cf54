import { expect, it, vi } from 'vitest'
import { RESPONSES, createAccount } from './account.fixture.ts'
import { signIn } from './identity-calls.ts'
import { loadIdentityCalls } from './open-account.ts'
import { signOutHere } from './use-sign-out.ts'

vi.mock(import('./open-account.ts'), { spy: true })

it('a sign-out ends the session at once, and then calls the gateway', async () => {
  const { account, session, sent } = createAccount(RESPONSES)
  await signIn(account, { email: 'asha@example.in', password: 'pass-word', rememberMe: true })
  const result = signOutHere(account)
  expect(session.getSnapshot()).toMatchObject({ status: 'signed-out', reason: 'signed-out-here' })

  expect(await result).toEqual({ ok: true })
  expect(sent.at(-1)?.operation).toBe('RevokeToken')
})

it('a sign-out ends the session even when the code of the call cannot be loaded', async () => {
  vi.mocked(loadIdentityCalls).mockRejectedValueOnce(new Error('no network'))
  const { account, session } = createAccount(RESPONSES)
  await signIn(account, { email: 'asha@example.in', password: 'pass-word', rememberMe: true })
  expect(await signOutHere(account)).toEqual({
    ok: false,
    message: 'Sign out failed: The store could not be reached. Please check your connection and try again.',
  })
  expect(session.getSnapshot().status).toBe('signed-out')
})
