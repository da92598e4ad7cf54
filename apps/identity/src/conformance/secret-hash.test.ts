import {
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  InitiateAuthCommand,
  NotAuthorizedException,
  ResendConfirmationCodeCommand,
  RevokeTokenCommand,
  SignUpCommand,
  UnauthorizedException,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, it } from 'vitest'
import { secretHash } from '../clients/app-client.ts'
import { claimsOf, peopleOf } from './people.fixture.ts'
import { codeFor, openPool, type PoolUnderTest, PW, unusedEmail } from './pool.fixture.ts'
import { expect } from './refusal.fixture.ts'

let pool: PoolUnderTest
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  pool = await openPool()
  people = peopleOf(pool)
})
afterAll(() => pool.close())

/** The secret hash for C1, the client with a secret. */
const hashOf = (username: string) => {
  const { id, secret = '' } = pool.clients.C1
  return secretHash({ username, clientId: id, clientSecret: secret })
}
const clientFieldsFor = (username: string, hash: string | undefined = hashOf(username)) => ({
  ClientId: pool.clients.C1.id,
  Username: username,
  SecretHash: hash,
})
const signUp = (username: string, hash?: string) =>
  people.client.send(new SignUpCommand({ ...clientFieldsFor(username, hash), Password: PW }))
const authenticate = (AuthFlow: 'USER_PASSWORD_AUTH' | 'REFRESH_TOKEN_AUTH', parameters: object) =>
  people.client.send(
    new InitiateAuthCommand({ AuthFlow, ClientId: pool.clients.C1.id, AuthParameters: { ...parameters } }),
  )
const signIn = (username: string, hash = hashOf(username)) =>
  authenticate('USER_PASSWORD_AUTH', { USERNAME: username, PASSWORD: PW, SECRET_HASH: hash })

async function signedInWithHash() {
  const { email, sub } = await people.confirmed()
  const { AuthenticationResult } = await signIn(email)
  return { email, sub, ...AuthenticationResult }
}

it('hash-missing: a client with a secret is refused without a secret hash', async () => {
  const { id } = pool.clients.C1
  const text = `Client ${id} is configured with secret but SECRET_HASH was not received`
  const withoutHash = new SignUpCommand({ ClientId: id, Username: unusedEmail(), Password: PW })
  await expect(people.client.send(withoutHash)).toBeRefusedWith(NotAuthorizedException, text)
  await expect(authenticate('USER_PASSWORD_AUTH', { USERNAME: unusedEmail(), PASSWORD: PW })).toBeRefusedWith(
    NotAuthorizedException,
    text,
  )
})

it('hash-wrong: a wrong secret hash is refused, also for unknown users', async () => {
  const { email } = await people.confirmed()
  const wrong = hashOf('another@example.com')
  const text = `SecretHash does not match for the client: ${pool.clients.C1.id}`
  await expect(signIn(email, wrong)).toBeRefusedWith(NotAuthorizedException, text)
  await expect(signIn(unusedEmail(), wrong)).toBeRefusedWith(NotAuthorizedException, text)
  await expect(signUp(unusedEmail(), wrong)).toBeRefusedWith(NotAuthorizedException, text)
})

it('hash-ok-all: a client with a secret signs up, confirms, signs in and resets a password with secret hashes', async () => {
  const email = unusedEmail()
  await signUp(email)
  // The first mail must arrive before the second one is requested. Then the newest mail has the
  // valid code.
  await codeFor(pool, email)
  await people.client.send(new ResendConfirmationCodeCommand(clientFieldsFor(email)))
  const code = await codeFor(pool, email, { mailCount: 2 })
  await people.client.send(new ConfirmSignUpCommand({ ...clientFieldsFor(email), ConfirmationCode: code }))
  expect((await signIn(email)).AuthenticationResult?.TokenType).toBe('Bearer')

  await people.client.send(new ForgotPasswordCommand(clientFieldsFor(email)))
  const reset = { ConfirmationCode: await codeFor(pool, email, { mailCount: 3 }), Password: PW }
  await people.client.send(new ConfirmForgotPasswordCommand({ ...clientFieldsFor(email), ...reset }))
  expect((await signIn(email)).AuthenticationResult?.TokenType).toBe('Bearer')
})

it('hash-refresh-email: a refresh is refused with a secret hash over the e-mail', async () => {
  const { email, RefreshToken } = await signedInWithHash()
  await expect(
    authenticate('REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: RefreshToken, SECRET_HASH: hashOf(email) }),
  ).toBeRefusedWith(NotAuthorizedException, `SecretHash does not match for the client: ${pool.clients.C1.id}`)
})

it('hash-refresh-sub: a refresh is accepted with a secret hash over the sub', async () => {
  const { RefreshToken, AccessToken } = await signedInWithHash()
  const { AuthenticationResult } = await authenticate('REFRESH_TOKEN_AUTH', {
    REFRESH_TOKEN: RefreshToken,
    SECRET_HASH: hashOf(String(claimsOf(AccessToken)['username'])),
  })
  expect(AuthenticationResult?.AccessToken).not.toBe(AccessToken)
})

it('a secret hash is refused from a client without a secret', async () => {
  const { email } = await people.confirmed()
  const { id } = pool.clients.C0
  const command = new ForgotPasswordCommand({ ClientId: id, Username: email, SecretHash: hashOf(email) })
  await expect(people.client.send(command)).toBeRefusedWith(NotAuthorizedException)
})

it.each([undefined, 'wrongsecretofclientone01234'])(
  'revoke-secret: a token is not revoked with the client secret %s',
  async (ClientSecret) => {
    const { RefreshToken, sub } = await signedInWithHash()
    const { id } = pool.clients.C1
    await expect(
      people.client.send(new RevokeTokenCommand({ ClientId: id, Token: RefreshToken, ClientSecret })),
    ).toBeRefusedWith(UnauthorizedException)
    const parameters = { REFRESH_TOKEN: RefreshToken, SECRET_HASH: hashOf(sub) }
    expect(
      (await authenticate('REFRESH_TOKEN_AUTH', parameters)).AuthenticationResult?.AccessToken,
    ).toBeDefined()
  },
)
