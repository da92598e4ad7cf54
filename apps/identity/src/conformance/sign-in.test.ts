import {
  type AuthFlowType,
  InitiateAuthCommand,
  InvalidParameterException,
  NotAuthorizedException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, it } from 'vitest'
import { claimsOf, peopleOf } from './people.fixture.ts'
import { openPool, type PoolUnderTest, PW, unusedEmail } from './pool.fixture.ts'
import { post } from './post.fixture.ts'
import { expect } from './refusal.fixture.ts'

let pool: PoolUnderTest
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  pool = await openPool()
  people = peopleOf(pool)
})
afterAll(() => pool.close())

const WRONG = 'Incorrect username or password.'

const initiate = (
  AuthParameters: Record<string, string>,
  client: 'C0' | 'C3' = 'C0',
  flow = 'USER_PASSWORD_AUTH',
) =>
  people.client.send(
    new InitiateAuthCommand({
      AuthFlow: flow as AuthFlowType,
      ClientId: pool.clients[client].id,
      AuthParameters,
    }),
  )

it('signin-ok: the right password gets three tokens', async () => {
  const { email } = await people.confirmed()
  const response = await initiate({ USERNAME: email, PASSWORD: PW })

  expect(response.ChallengeName).toBeUndefined()
  expect(response.AuthenticationResult).toEqual({
    AccessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    IdToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    RefreshToken: expect.stringMatching(/^[\w-]{43,}$/),
    ExpiresIn: 3600,
    TokenType: 'Bearer',
  })
})

it('signin-case: the case of the e-mail does not matter', async () => {
  const { email, sub } = await people.confirmed()
  const { AccessToken } = await people.signIn(email.toUpperCase())
  expect(claimsOf(AccessToken)['sub']).toBe(sub)
})

it('a user may sign in with the sub', async () => {
  const { sub } = await people.confirmed()
  expect(claimsOf((await people.signIn(sub)).AccessToken)['sub']).toBe(sub)
})

it('signin-badpw: a wrong password is refused', async () => {
  const { email } = await people.confirmed()
  await expect(people.signIn(email, 'Wr0ng!pass')).toBeRefusedWith(NotAuthorizedException, WRONG)
})

it('signin-unknown-legacy: a client that does not hide users reports an unknown user', async () => {
  await expect(people.signIn(unusedEmail())).toBeRefusedWith(UserNotFoundException, 'User does not exist.')
})

const postWrongPassword = (username: string) =>
  post(pool, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    // C2 hides which users exist.
    ClientId: pool.clients.C2.id,
    AuthParameters: { USERNAME: username, PASSWORD: 'Wr0ng!pass' },
  })

it('signin-unknown-hidden: a client that hides users responds alike for known and unknown users', async () => {
  const { email } = await people.confirmed()
  const [known, unknown] = [await postWrongPassword(email), await postWrongPassword(unusedEmail())]

  expect(known.body).toBe(`{"__type":"NotAuthorizedException","message":"${WRONG}"}`)
  expect(unknown.body).toBe(known.body)
  expect(unknown.status).toBe(known.status)
  expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()])
})

// Counts hashes, because a busy machine would distort measured times.
it('signin-timing: a wrong password costs one hash, whether the user exists or not', async ({ skip }) => {
  if (!pool.local) return skip('needs to count hashes')
  const { counts } = pool.local.hashes
  const { email } = await people.confirmed()
  const costOf = async (name: string) => {
    const before = counts.evaluations
    // C2 hides which users exist.
    await expect(people.signIn(name, 'Wr0ng!pass', pool.clients.C2.id)).toBeRefusedWith(
      NotAuthorizedException,
      WRONG,
    )
    return counts.evaluations - before
  }
  expect(await costOf(email)).toBe(1)
  return expect(await costOf(unusedEmail())).toBe(1)
})

it('signin-flow-off: a client without the password flow cannot use it', async () => {
  // C3 may only refresh.
  await expect(initiate({ USERNAME: unusedEmail(), PASSWORD: PW }, 'C3')).toBeRefusedWith(
    InvalidParameterException,
    'USER_PASSWORD_AUTH flow not enabled for this client',
  )
})

it.each(['USER_SRP_AUTH', 'ADMIN_USER_PASSWORD_AUTH'])('the flow %s is not offered', async (flow) => {
  await expect(initiate({ USERNAME: unusedEmail(), PASSWORD: PW }, 'C0', flow)).toBeRefusedWith(
    InvalidParameterException,
    `${flow} flow not enabled for this client`,
  )
})

it.each<[string, Record<string, string>, string]>([
  ['signin-missing-username: a sign-in without a user name', { PASSWORD: PW }, 'USERNAME'],
  ['a sign-in without a password', { USERNAME: 'asha@example.com' }, 'PASSWORD'],
  ['a sign-in without parameters', {}, 'USERNAME'],
])('%s is refused', async (_case, parameters, missing) => {
  await expect(initiate(parameters)).toBeRefusedWith(
    InvalidParameterException,
    `Missing required parameter ${missing}`,
  )
})

it('signin-bad-flow: an unknown flow is an invalid parameter', async () => {
  await expect(initiate({ USERNAME: unusedEmail(), PASSWORD: PW }, 'C0', 'NOPE')).toBeRefusedWith(
    InvalidParameterException,
    /^1 validation error detected: Value 'NOPE' at 'authFlow' failed to satisfy constraint: Member must satisfy enum/,
  )
})
