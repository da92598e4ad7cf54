import {
  CodeMismatchException,
  ExpiredCodeException,
  GetUserCommand,
  InvalidParameterException,
  LimitExceededException,
  NotAuthorizedException,
  ResendConfirmationCodeCommand,
  UserNotConfirmedException,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, it } from 'vitest'
import { peopleOf } from './people.fixture.ts'
import { codeFor, HOUR, openPool, otherCode, type PoolUnderTest, PW, unusedEmail } from './pool.fixture.ts'
import { expect } from './refusal.fixture.ts'

let pool: PoolUnderTest
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  pool = await openPool()
  people = peopleOf(pool)
})
afterAll(() => pool.close())

const MISMATCH = 'Invalid verification code provided, please try again.'
const EXPIRED = 'Invalid code provided, please request a code again.'
const LIMIT = 'Attempt limit exceeded, please try after some time.'

/** The client C2 hides which users exist. */
const resend = (Username: string, client: 'C0' | 'C2' = 'C0') =>
  people.client.send(new ResendConfirmationCodeCommand({ ClientId: pool.clients[client].id, Username }))

it('signin-unconfirmed: an unconfirmed user cannot sign in', async () => {
  const { email } = await people.signedUp()
  await expect(people.signIn(email)).toBeRefusedWith(UserNotConfirmedException, 'User is not confirmed.')
})

it('signin-unconfirmed-badpw: the password is checked before the confirmation, and a wrong one is refused', async () => {
  const { email } = await people.signedUp()
  await expect(people.signIn(email, 'Wr0ng!pass')).toBeRefusedWith(
    NotAuthorizedException,
    'Incorrect username or password.',
  )
})

it('confirm-wrong: a wrong code does not confirm the user', async () => {
  const { email, code } = await people.signedUp()
  await expect(people.confirm(email, otherCode(code))).toBeRefusedWith(CodeMismatchException, MISMATCH)
  await expect(people.signIn(email)).toBeRefusedWith(UserNotConfirmedException)
})

it('confirm-empty: an empty code is an invalid parameter', async () => {
  const { email } = await people.signedUp()
  await expect(people.confirm(email, '')).toBeRefusedWith(InvalidParameterException, /at 'confirmationCode'/)
})

it('confirm-ok: the right code confirms the user and verifies the address', async () => {
  const { email, code } = await people.signedUp()
  const { $metadata: _metadata, ...response } = await people.confirm(email, code)
  expect(response).toEqual({})

  const { AccessToken } = await people.signIn(email)
  const { UserAttributes } = await people.client.send(new GetUserCommand({ AccessToken }))
  expect(UserAttributes).toContainEqual({ Name: 'email_verified', Value: 'true' })
})

it('confirm-again: a confirmed user cannot be confirmed again', async () => {
  const { email, code } = await people.confirmed()
  await expect(people.confirm(email, code)).toBeRefusedWith(
    NotAuthorizedException,
    'User cannot be confirmed. Current status is CONFIRMED',
  )
})

it('confirm-expired: a sign-up code expires after a day', async ({ skip }) => {
  if (!pool.local) return skip('needs a pool whose clock the test can move')
  const { email, code } = await people.signedUp()
  pool.local.advance(24 * HOUR + 1000)
  return expect(people.confirm(email, code)).toBeRefusedWith(ExpiredCodeException, EXPIRED)
})

it('a sign-up code works until the last millisecond of its day', async ({ skip }) => {
  if (!pool.local) return skip('needs a pool whose clock the test can move')
  const { email, code } = await people.signedUp()
  pool.local.advance(24 * HOUR - 1)
  return expect(people.confirm(email, code)).resolves.toBeDefined()
})

it('confirm-limit: fifteen wrong codes in an hour invalidate the right code', async ({ skip }) => {
  const { email, code } = await people.signedUp()
  for (let times = 0; times < 15; times += 1) {
    await expect(people.confirm(email, otherCode(code))).toBeRefusedWith(CodeMismatchException)
  }
  await expect(people.confirm(email, code)).toBeRefusedWith(LimitExceededException, LIMIT)

  if (!pool.local) return skip('needs a pool whose clock the test can move')
  // The refused call did not extend the hour, so the pool checks codes again. The fifteenth wrong
  // code has invalidated the right one.
  pool.local.advance(HOUR)
  await expect(people.confirm(email, code)).toBeRefusedWith(ExpiredCodeException, EXPIRED)
  await resend(email)
  return people.confirm(email, await codeFor(pool, email, { mailCount: 2 }))
})

it('resend-ok: a resent code replaces the first one', async () => {
  const { email, code: old } = await people.signedUp()
  const { CodeDeliveryDetails } = await resend(email)
  expect(CodeDeliveryDetails?.Destination).toBe('t***@e***')
  const fresh = await codeFor(pool, email, { mailCount: 2 })
  // Two random codes are equal once in a million runs.
  if (old !== fresh) await expect(people.confirm(email, old)).toBeRefusedWith(CodeMismatchException)
  await people.confirm(email, fresh)
})

it('resend-limit: an address gets four codes an hour, that of the sign-up included', async () => {
  const { email } = await people.signedUp()
  for (let times = 0; times < 3; times += 1) await resend(email)
  await expect(resend(email)).toBeRefusedWith(LimitExceededException, LIMIT)
  await codeFor(pool, email, { mailCount: 4 })
  expect(await pool.mailsTo(email)).toHaveLength(4)
})

it('resend-confirmed: a confirmed user gets no code', async () => {
  const { email } = await people.confirmed()
  await expect(resend(email)).toBeRefusedWith(InvalidParameterException, 'User is already confirmed.')
})

it('race-confirm: of twenty concurrent confirmations one succeeds', async () => {
  const { email, code } = await people.signedUp()
  // Only fifteen of the codes are checked: a user may enter that many an hour.
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => people.confirm(email, code)))

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason.$metadata.httpStatusCode).toBe(400)
  }
  expect((await people.signIn(email, PW)).AccessToken).not.toBe('')
})

it('a client that hides users reveals a confirmed user only to a caller with the right code', async () => {
  const { email, code } = await people.confirmed()
  // C2 hides which users exist.
  const { id } = pool.clients.C2
  await expect(people.confirm(email, otherCode(code), id)).toBeRefusedWith(CodeMismatchException, MISMATCH)
  await expect(people.confirm(unusedEmail(), code, id)).toBeRefusedWith(CodeMismatchException, MISMATCH)
  await expect(people.confirm(email, code, id)).toBeRefusedWith(
    NotAuthorizedException,
    'User cannot be confirmed. Current status is CONFIRMED',
  )
})
