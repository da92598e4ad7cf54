import type { AccountClient } from '@nashta/browser/session/session'
import { asha } from '@nashta/browser/session/session.fixture'
import { describe, expect, it } from 'vitest'
import { changePassword, fetchOwnProfile, updateProfile } from '../profile.ts'
import { RESPONSES, createTestClient } from './account.fixture.ts'
import {
  confirmForgotPassword,
  confirmSignUp,
  forgotPassword,
  resendCode,
  signIn,
  signUp,
} from './identity-calls.ts'

const TOKEN_LIFETIME_MS = RESPONSES.InitiateAuth.AuthenticationResult.ExpiresIn * 1000

const email = 'asha@example.in'
const form = {
  firstName: 'Asha',
  lastName: 'Rao',
  email,
  password: 'pass-word',
  confirmPassword: 'pass-word',
  birthdate: '1990-02-28',
  gender: 'female',
  phoneNumber: '98765 43210',
  termsAccepted: true,
} as const

it('a sign-up sends every attribute, the phone number in E.164, and the accepted terms', async () => {
  const { accountClient, sent } = createTestClient({
    SignUp: { UserConfirmed: false, UserSub: 'sub-of-asha' },
  })
  expect(await signUp(accountClient, form)).toEqual({ confirmed: false })

  expect(sent).toEqual([
    {
      operation: 'SignUp',
      body: {
        Username: email,
        Password: 'pass-word',
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'given_name', Value: 'Asha' },
          { Name: 'family_name', Value: 'Rao' },
          { Name: 'birthdate', Value: '1990-02-28' },
          { Name: 'gender', Value: 'female' },
          { Name: 'phone_number', Value: '+919876543210' },
          { Name: 'name', Value: 'Asha Rao' },
        ],
        ClientMetadata: { termsVersion: '2026-01-01' },
      },
    },
  ])
})

type Action = (accountClient: AccountClient) => Promise<unknown>
type ActionCase = [operation: string, errorPrefix: string, action: Action, body: object]
const actions: ActionCase[] = [
  [
    'ConfirmSignUp',
    'Confirm sign up failed: ',
    (accountClient) => confirmSignUp(accountClient, { email, code: '123456' }),
    { Username: email, ConfirmationCode: '123456' },
  ],
  [
    'ResendConfirmationCode',
    '',
    (accountClient) => resendCode(accountClient, { email }),
    { Username: email },
  ],
  [
    'ForgotPassword',
    'Forgot password failed: ',
    (accountClient) => forgotPassword(accountClient, { email }),
    { Username: email },
  ],
  [
    'ConfirmForgotPassword',
    'Confirm forgot password failed: ',
    (accountClient) =>
      confirmForgotPassword(accountClient, { email, code: '123456', newPassword: 'new-word' }),
    { Username: email, ConfirmationCode: '123456', Password: 'new-word' },
  ],
]

describe('without a session', () => {
  it.each(actions)('the operation %s is sent once', async (operation, _prefix, action, body) => {
    const { accountClient, sent } = createTestClient()
    await action(accountClient)
    expect(sent).toEqual([{ operation, body }])
  })

  it.each<[operation: string, errorPrefix: string, action: Action, body?: object]>([
    ...actions,
    ['SignUp', 'Sign up failed: ', (accountClient) => signUp(accountClient, form)],
  ])('the error of %s is "%s" and the message of the pool', async (operation, prefix, action) => {
    const { accountClient } = createTestClient({
      [operation]: { __type: 'LimitExceededException', message: 'Later.' },
    })
    await expect(action(accountClient)).rejects.toMatchObject({
      message: `${prefix}Later.`,
      kind: 'LimitExceededException',
    })
  })
})

const createSignedInClient = async ({ rememberMe = false } = {}) => {
  const client = createTestClient({ ...RESPONSES })
  await signIn(client.accountClient, { email, password: 'pass-word', rememberMe })
  client.sent.splice(0)
  return client
}
const change = { firstName: 'Aasha', lastName: 'Rao', phoneNumber: '+919876543210' }
const passwords = { currentPassword: 'pass-word', newPassword: 'new-word' }
const REVOKED = { __type: 'NotAuthorizedException', message: 'Access Token has been revoked' }

describe('with a session', () => {
  it('a changed name is sent to the pool, read back, and set in the session', async () => {
    const { accountClient, session, sent, responses } = await createSignedInClient()
    responses['GetUser'] = {
      Username: 'sub-of-asha',
      UserAttributes: RESPONSES.GetUser.UserAttributes.map((attribute) =>
        attribute.Name === 'given_name' ? { ...attribute, Value: 'Aasha' } : attribute,
      ),
    }
    const user = { ...asha, firstName: 'Aasha' }

    expect(await updateProfile(accountClient, change)).toEqual({
      ...user,
      phoneNumber: '+919876543210',
      hasSecondFactor: false,
    })
    expect(session.getSnapshot()).toEqual({ status: 'signed-in', user, rememberMe: false })
    expect(sent[0]).toEqual({
      operation: 'UpdateUserAttributes',
      body: {
        AccessToken: 'access',
        UserAttributes: [
          { Name: 'given_name', Value: 'Aasha' },
          { Name: 'family_name', Value: 'Rao' },
          { Name: 'name', Value: 'Aasha Rao' },
          { Name: 'phone_number', Value: '+919876543210' },
        ],
      },
    })
  })

  it('a wrong current password does not end the session', async () => {
    const { accountClient, session, responses } = await createSignedInClient()
    responses['ChangePassword'] = {
      __type: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    }
    await expect(changePassword(accountClient, passwords)).rejects.toThrow('Incorrect username or password.')
    expect(session.getSnapshot().status).toBe('signed-in')
  })

  it('a password change sends the current password too', async () => {
    const { accountClient, sent } = await createSignedInClient()
    await changePassword(accountClient, passwords)
    expect(sent).toEqual([
      {
        operation: 'ChangePassword',
        body: { AccessToken: 'access', PreviousPassword: 'pass-word', ProposedPassword: 'new-word' },
      },
    ])
  })

  it.each<[string, Action]>([
    ['name', (accountClient) => updateProfile(accountClient, change)],
    ['password', (accountClient) => changePassword(accountClient, passwords)],
  ])('no %s is changed once the session is over', async (_what, action) => {
    const { accountClient, sent, browser } = await createSignedInClient()
    browser.clock.jump(TOKEN_LIFETIME_MS + 1)
    await expect(action(accountClient)).rejects.toThrow('Please sign in')
    expect(sent).toEqual([])
  })

  it('the profile is read with the access token', async () => {
    const { accountClient, sent } = await createSignedInClient()
    expect(await fetchOwnProfile(accountClient)).toEqual({
      ...asha,
      phoneNumber: '+919876543210',
      hasSecondFactor: false,
    })
    expect(sent).toEqual([{ operation: 'GetUser', body: { AccessToken: 'access' } }])
  })

  it.each<[string, string, Action]>([
    ['the profile is read', 'GetUser', fetchOwnProfile],
    ['a name is changed', 'UpdateUserAttributes', (accountClient) => updateProfile(accountClient, change)],
  ])('a session that the pool has revoked ends in this browser when %s', async (_when, operation, action) => {
    const { accountClient, session, responses } = await createSignedInClient()
    responses[operation] = REVOKED
    await expect(action(accountClient)).rejects.toThrow('Access Token has been revoked')
    expect(session.getSnapshot()).toMatchObject({ status: 'signed-out', reason: 'ended' })
  })

  it('a remembered session renews a revoked token to read the profile', async () => {
    const { accountClient, sent, responses } = await createSignedInClient({ rememberMe: true })
    const { GetUser } = RESPONSES
    // The pool refuses the first call, a GetUser. The next GetUser follows after the renewal.
    Object.defineProperty(responses, 'GetUser', { get: () => (sent.length === 1 ? REVOKED : GetUser) })
    responses['InitiateAuth'] = {
      AuthenticationResult: { AccessToken: 'second', IdToken: 'id', ExpiresIn: 3600 },
    }
    expect(await fetchOwnProfile(accountClient)).toMatchObject(asha)
    expect(sent.at(-1)).toEqual({ operation: 'GetUser', body: { AccessToken: 'second' } })
  })

  it('a valid session is not ended by an unreachable pool', async () => {
    const { accountClient, session, responses } = await createSignedInClient()
    responses['GetUser'] = new TypeError('Failed to fetch')
    await expect(fetchOwnProfile(accountClient)).rejects.toThrow('could not be reached')
    expect(session.getSnapshot().status).toBe('signed-in')
  })
})
