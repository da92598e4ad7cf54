// @vitest-environment happy-dom
import { SECOND_FACTOR } from '@nashta/contracts/identity/second-factor'
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import { SignIn } from './sign-in.tsx'

it('the second step can be cancelled, and the operator can enter the password again', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ ChallengeName: SECOND_FACTOR, Session: 'challenge' }))
  const { press, field, type } = await renderDesk(<SignIn />)
  type(field('Email'), 'ravi@example.in')
  type(field('Password'), 'Str0ng!pass')
  await press('Sign in')
  expect(field('Code of your authenticator app, or a recovery code').value).toBe('')
  await press('Cancel')
  expect(field('Email').value).toBe('ravi@example.in')
  expect(field('Password').value).toBe('')
})
