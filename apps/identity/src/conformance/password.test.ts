import {
  ChangePasswordCommand,
  CodeMismatchException,
  ConfirmForgotPasswordCommand,
  ExpiredCodeException,
  ForgotPasswordCommand,
  GetUserCommand,
  InvalidParameterException,
  InvalidPasswordException,
  LimitExceededException,
  NotAuthorizedException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, describe, it, vi } from 'vitest'
import { peopleOf } from './people.fixture.ts'
import { codeFor, HOUR, openPool, otherCode, type PoolUnderTest, PW, unusedEmail } from './pool.fixture.ts'
import { post } from './post.fixture.ts'
import { expect } from './refusal.fixture.ts'

let pool: PoolUnderTest
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  pool = await openPool()
  people = peopleOf(pool)
})
afterAll(() => pool.close())

const TEN_MINUTES = HOUR / 6
const NEW = 'N3w!password'
const WRONG = 'Incorrect username or password.'
const MISMATCH = 'Invalid verification code provided, please try again.'
const EXPIRED = 'Invalid code provided, please request a code again.'

const change = (AccessToken: string, PreviousPassword = PW, ProposedPassword = NEW) =>
  people.client.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }))
/** The client C2 hides which users exist. */
const forgot = (Username: string, client: 'C0' | 'C2' = 'C0') =>
  people.client.send(new ForgotPasswordCommand({ ClientId: pool.clients[client].id, Username }))
/** The client C2 hides which users exist. */
const reset = (Username: string, ConfirmationCode: string, Password = NEW, client: 'C0' | 'C2' = 'C0') =>
  people.client.send(
    new ConfirmForgotPasswordCommand({
      ClientId: pool.clients[client].id,
      Username,
      ConfirmationCode,
      Password,
    }),
  )

/** Creates a confirmed user who requests a reset code. Returns the code of the sign-up too. */
async function requestResetCode() {
  const { email, code: signUpCode } = await people.confirmed()
  await forgot(email)
  return { email, signUpCode, code: await codeFor(pool, email, { mailCount: 2 }) }
}

describe('changing a password', () => {
  it('changepw-ok: a changed password replaces the old one, and ends all other sessions', async () => {
    const { email, AccessToken } = await people.signedIn()
    const otherSession = await people.signIn(email)
    await change(AccessToken)

    await expect(people.signIn(email)).toBeRefusedWith(NotAuthorizedException, WRONG)
    expect((await people.signIn(email, NEW)).AccessToken).not.toBe('')
    // The session that made the call stays.
    await people.client.send(new GetUserCommand({ AccessToken }))
    await expect(
      people.client.send(new GetUserCommand({ AccessToken: otherSession.AccessToken })),
    ).toBeRefusedWith(NotAuthorizedException, 'Access Token has been revoked')
    await expect(people.refresh(otherSession.RefreshToken)).toBeRefusedWith(NotAuthorizedException)
    await vi.waitFor(async () => {
      expect((await pool.mailsTo(email))[0]?.subject).toBe('Your password was changed')
    })
  })

  it('changepw-wrong: a wrong previous password changes nothing', async () => {
    const { email, AccessToken } = await people.signedIn()
    await expect(change(AccessToken, 'Wr0ng!pass')).toBeRefusedWith(NotAuthorizedException, WRONG)
    expect((await people.signIn(email)).AccessToken).not.toBe('')
  })

  it('changepw-weak: a weak new password changes nothing', async () => {
    const { email, AccessToken } = await people.signedIn()
    await expect(change(AccessToken, PW, 'weakpassword')).toBeRefusedWith(
      InvalidPasswordException,
      'Password did not conform with policy: Password must have uppercase characters',
    )
    expect((await people.signIn(email)).AccessToken).not.toBe('')
  })

  it('changepw-limit: after five wrong passwords in an hour the right one is refused', async () => {
    const { AccessToken } = await people.signedIn()
    for (let times = 0; times < 5; times += 1) {
      await expect(change(AccessToken, 'Wr0ng!pass')).toBeRefusedWith(NotAuthorizedException)
    }
    await expect(change(AccessToken)).toBeRefusedWith(
      LimitExceededException,
      'Attempt limit exceeded, please try after some time.',
    )
  })
})

describe('a forgotten password', () => {
  it('forgot-ok: a confirmed user gets a code by mail', async () => {
    const { email } = await people.confirmed()
    const { CodeDeliveryDetails } = await forgot(email)

    expect(CodeDeliveryDetails).toEqual({
      Destination: 't***@e***',
      DeliveryMedium: 'EMAIL',
      AttributeName: 'email',
    })
    expect(await codeFor(pool, email, { mailCount: 2 })).toMatch(/^\d{6}$/)
  })

  it('forgot-unknown-legacy / hidden: an unknown user gets an error, or the usual response through a client that hides users', async () => {
    await expect(forgot(unusedEmail())).toBeRefusedWith(
      UserNotFoundException,
      'Username/client id combination not found.',
    )
    const stranger = unusedEmail('Nobody')
    const [first, second] = [await forgot(stranger, 'C2'), await forgot(stranger, 'C2')]
    expect(first.CodeDeliveryDetails).toEqual({
      Destination: 'n***@e***',
      DeliveryMedium: 'EMAIL',
      AttributeName: 'email',
    })
    expect(second.CodeDeliveryDetails).toEqual(first.CodeDeliveryDetails)
    // Waits for a later mail to a known user. A mail to the stranger would come before it.
    await requestResetCode()
    expect(await pool.mailsTo(stranger)).toEqual([])
  })

  it('forgot-unconfirmed: an unconfirmed user gets no code', async () => {
    const { email } = await people.signedUp()
    await expect(forgot(email)).toBeRefusedWith(
      InvalidParameterException,
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    )
    await forgot(email, 'C2')
    // Waits for a later mail to another user. A reset code for this user would come before it.
    await requestResetCode()
    expect(await pool.mailsTo(email)).toHaveLength(1)
  })

  it('a user gets at most five mails an hour, and refused calls do not count', async ({ skip }) => {
    const { email } = await people.confirmed()
    // The sign-up sent the first of the five mails.
    for (let times = 0; times < 4; times += 1) await forgot(email)
    for (let times = 0; times < 3; times += 1)
      await expect(forgot(email)).toBeRefusedWith(LimitExceededException)
    if (!pool.local) return skip('needs a pool whose clock the test can move')
    pool.local.advance(HOUR)
    return forgot(email)
  })
})

describe('resetting a password', () => {
  it('reset-ok: a reset replaces the password, ends all sessions and clears the lock-out', async () => {
    const { email, code } = await requestResetCode()
    const before = await people.signIn(email)
    for (let times = 0; times < 5; times += 1) {
      await expect(people.signIn(email, 'Wr0ng!pass')).toBeRefusedWith(NotAuthorizedException)
    }
    const { $metadata: _metadata, ...response } = await reset(email, code)

    expect(response).toEqual({})
    expect((await people.signIn(email, NEW)).AccessToken).not.toBe('')
    await expect(people.signIn(email)).toBeRefusedWith(NotAuthorizedException, WRONG)
    await expect(people.client.send(new GetUserCommand({ AccessToken: before.AccessToken }))).toBeRefusedWith(
      NotAuthorizedException,
      'Access Token has been revoked',
    )
    await expect(people.refresh(before.RefreshToken)).toBeRefusedWith(NotAuthorizedException)
  })

  it('reset-wrong / reuse: a wrong code and a used code are refused', async () => {
    const { email, code } = await requestResetCode()
    await expect(reset(email, otherCode(code))).toBeRefusedWith(CodeMismatchException, MISMATCH)
    await reset(email, code)
    await expect(reset(email, code, PW)).toBeRefusedWith(ExpiredCodeException, EXPIRED)
    expect((await people.signIn(email, NEW)).AccessToken).not.toBe('')
  })

  it('reset-expired: a code expires after ten minutes', async ({ skip }) => {
    if (!pool.local) return skip('needs a pool whose clock the test can move')
    const { email, code } = await requestResetCode()
    pool.local.advance(TEN_MINUTES)
    return expect(reset(email, code)).toBeRefusedWith(ExpiredCodeException, EXPIRED)
  })

  it('reset-no-code-asked: a reset is refused without a requested code, with an empty code and without a code', async () => {
    const { email } = await people.confirmed()
    await expect(reset(email, '123456')).toBeRefusedWith(ExpiredCodeException, EXPIRED)
    await expect(reset(email, '')).toBeRefusedWith(InvalidParameterException)
    const omitted = await post(pool, 'ConfirmForgotPassword', {
      ClientId: pool.clients.C0.id,
      Username: email,
      Password: NEW,
    })
    expect(omitted.status).toBe(400)
    expect(omitted.headers.get('x-amzn-errortype')).toBe('InvalidParameterException:')
    expect((await people.signIn(email)).AccessToken).not.toBe('')
  })

  it('reset-with-signup-code: a sign-up code does not reset a password', async () => {
    const unconfirmed = await people.signedUp()
    await expect(reset(unconfirmed.email, unconfirmed.code)).toBeRefusedWith(ExpiredCodeException)

    const { email, signUpCode, code } = await requestResetCode()
    // Two random codes are equal once in a million runs.
    if (signUpCode !== code) await expect(reset(email, signUpCode)).toBeRefusedWith(CodeMismatchException)
    expect((await people.signIn(email)).AccessToken).not.toBe('')
  })

  it('reset-weak: a weak password is refused and does not use up the code', async () => {
    const { email, code } = await requestResetCode()
    await expect(reset(email, code, 'weak')).toBeRefusedWith(
      InvalidPasswordException,
      'Password does not conform to policy: Password not long enough',
    )
    await reset(email, code)
  })

  it('reset-unknown-hidden: a client that hides users reports a wrong code for every user without a code', async () => {
    await expect(reset(unusedEmail(), '123456', NEW, 'C2')).toBeRefusedWith(CodeMismatchException, MISMATCH)
    const { email } = await people.confirmed()
    await expect(reset(email, '123456', NEW, 'C2')).toBeRefusedWith(CodeMismatchException, MISMATCH)
  })

  it('after fifteen wrong codes within an hour the right one is refused', async () => {
    const { email, code } = await requestResetCode()
    for (let times = 0; times < 15; times += 1) {
      await expect(reset(email, otherCode(code))).toBeRefusedWith(CodeMismatchException)
    }
    await expect(reset(email, code)).toBeRefusedWith(LimitExceededException)
    expect((await people.signIn(email)).AccessToken).not.toBe('')
  })
})
