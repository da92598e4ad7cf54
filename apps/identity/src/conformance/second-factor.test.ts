import {
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  CodeMismatchException,
  ConfirmForgotPasswordCommand,
  EnableSoftwareTokenMFAException,
  ExpiredCodeException,
  ForgotPasswordCommand,
  GetUserCommand,
  InvalidParameterException,
  LimitExceededException,
  NotAuthorizedException,
  SetUserMFAPreferenceCommand,
  SoftwareTokenMFANotFoundException,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { SIGN_IN_AGAIN } from '@nashta/contracts/identity/identity-gateway'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { claimsOf } from './people.fixture.ts'
import { adminOf, codeFor, openPool, otherCode, type PoolUnderTest, PW } from './pool.fixture.ts'
import { expect } from './refusal.fixture.ts'
import { appCode, secondFactorOf } from './second-factor.fixture.ts'

const MINUTE = 60_000
const INVALID_SESSION = 'Invalid session for the user.'

let pool: PoolUnderTest
let factor: ReturnType<typeof secondFactorOf>
beforeAll(async () => {
  pool = await openPool()
  factor = secondFactorOf(pool)
})
afterAll(() => pool.close())

const getUser = (AccessToken: string) => factor.people.client.send(new GetUserCommand({ AccessToken }))

function advance(ms: number) {
  if (!pool.local) throw new Error('needs a pool whose clock the test can move')
  pool.local.advance(ms)
}

describe('turning the second factor on', () => {
  it('the second factor is on once a code is verified and the preference is set', async () => {
    const { email, AccessToken } = await factor.people.signedIn()
    expect((await getUser(AccessToken)).UserMFASettingList).toBeUndefined()

    const { SecretCode = '' } = await factor.associate(AccessToken)
    expect(SecretCode).toMatch(/^[A-Z2-7]{32}$/)
    const verified = await factor.verify(AccessToken, appCode(SecretCode, factor.now()))
    expect(verified).toMatchObject({ Status: 'SUCCESS' })
    // The preference is not set yet, so a sign-in asks for no code.
    expect((await factor.challenge(email)).ChallengeName).toBeUndefined()
    await factor.prefer(AccessToken, { enabled: true })

    const { UserMFASettingList, PreferredMfaSetting } = await getUser(AccessToken)
    expect([UserMFASettingList, PreferredMfaSetting]).toEqual([['SOFTWARE_TOKEN_MFA'], 'SOFTWARE_TOKEN_MFA'])
    const { ChallengeName, AuthenticationResult, Session } = await factor.challenge(email)
    expect(ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
    expect(AuthenticationResult).toBeUndefined()
    expect(Session.length).toBeGreaterThanOrEqual(20)
  })

  it('turning on the second factor ends other sessions and sends the owner a mail', async () => {
    const first = await factor.people.signedIn()
    const second = await factor.people.signIn(first.email)
    const { SecretCode = '' } = await factor.associate(second.AccessToken)
    await factor.verify(second.AccessToken, appCode(SecretCode, factor.now()))
    await factor.prefer(second.AccessToken, { enabled: true })

    await expect(getUser(first.AccessToken)).toBeRefusedWith(NotAuthorizedException)
    await expect(factor.people.refresh(first.RefreshToken)).toBeRefusedWith(NotAuthorizedException)
    await getUser(second.AccessToken)
    await expect
      .poll(async () => (await pool.mailsTo(first.email))[0]?.subject)
      .toBe('Two-step sign-in is on for your account')
  })

  it('replacing the app, as a thief with a session may do, sends the owner a mail and ends the other sessions', async () => {
    const { email, AccessToken, secret } = await factor.protectedUser()
    const other = await factor.signIn(email, appCode(secret, factor.now()))
    const { SecretCode = '' } = await factor.associate(AccessToken)
    await getUser(other.AccessToken)
    await factor.verify(AccessToken, appCode(SecretCode, factor.now()))

    await expect(getUser(other.AccessToken)).toBeRefusedWith(NotAuthorizedException)
    await getUser(AccessToken)
    await expect
      .poll(async () => (await pool.mailsTo(email))[0]?.subject)
      .toBe('Two-step sign-in has a new app for your account')
  })

  it('a wrong code, no secret or an unverified secret leaves the second factor off', async () => {
    const { email, AccessToken } = await factor.people.signedIn()
    await expect(factor.verify(AccessToken, '123456')).toBeRefusedWith(SoftwareTokenMFANotFoundException)
    await expect(factor.prefer(AccessToken, { enabled: true })).toBeRefusedWith(
      InvalidParameterException,
      /not verified/,
    )

    const { SecretCode = '' } = await factor.associate(AccessToken)
    const wrong = otherCode(appCode(SecretCode, factor.now()))
    await expect(factor.verify(AccessToken, wrong)).toBeRefusedWith(
      EnableSoftwareTokenMFAException,
      'Code mismatch',
    )
    await expect(factor.prefer(AccessToken, { enabled: true })).toBeRefusedWith(InvalidParameterException)
    expect((await factor.challenge(email)).ChallengeName).toBeUndefined()
  })

  it('codes of the old secret work before a code of the new secret is entered', async () => {
    const { email, AccessToken, secret } = await factor.protectedUser()
    await factor.associate(AccessToken)
    const session = await factor.signIn(email, appCode(secret, factor.now()))
    expect(session.RefreshToken).not.toBe('')
  })

  it.each([{ SMSMfaSettings: { Enabled: true } }, { EmailMfaSettings: { Enabled: true } }])(
    'another kind of second factor is refused: %o',
    async (settings) => {
      const { AccessToken } = await factor.people.signedIn()
      const call = factor.people.client.send(new SetUserMFAPreferenceCommand({ AccessToken, ...settings }))
      await expect(call).toBeRefusedWith(InvalidParameterException)
    },
  )
})

describe('signing in with a code', () => {
  it('the code of the app gets tokens, and the session of the challenge works once', async () => {
    const { email, sub, secret } = await factor.protectedUser()
    const { Session } = await factor.challenge(email)
    const { AuthenticationResult } = await factor.respond(email, Session, appCode(secret, factor.now()))
    expect(claimsOf(AuthenticationResult?.AccessToken)['sub']).toBe(sub)
    expect(AuthenticationResult?.RefreshToken).toMatch(/^[\w-]{43,}$/)

    const nextCode = appCode(secret, factor.now(), { stepsLater: 1 })
    await expect(factor.respond(email, Session, nextCode)).toBeRefusedWith(
      NotAuthorizedException,
      INVALID_SESSION,
    )
  })

  it('a code works once, and invalidates the codes of earlier 30-second steps', async () => {
    const { email, secret } = await factor.protectedUser()
    const at = factor.now()
    await factor.signIn(email, appCode(secret, at, { stepsLater: 1 }))
    for (const stepsLater of [1, 0]) {
      await expect(factor.signIn(email, appCode(secret, at, { stepsLater }))).toBeRefusedWith(
        ExpiredCodeException,
        'Your software token has already been used once.',
      )
    }
  })

  it('twenty concurrent sign-ins with one code start one session', async () => {
    const { email, secret } = await factor.protectedUser()
    // Five responses to each of four challenges.
    const challenges = await Promise.all(Array.from({ length: 4 }, () => factor.challenge(email)))
    const code = appCode(secret, factor.now())
    const results = await Promise.allSettled(
      challenges.flatMap(({ Session }) =>
        Array.from({ length: 5 }, () => factor.respond(email, Session, code)),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('the code that turned the second factor on does not sign in', async () => {
    const { email, AccessToken } = await factor.people.signedIn()
    const { SecretCode = '' } = await factor.associate(AccessToken)
    const code = appCode(SecretCode, factor.now())
    await factor.verify(AccessToken, code)
    await factor.prefer(AccessToken, { enabled: true })
    await expect(factor.signIn(email, code)).toBeRefusedWith(ExpiredCodeException)
  })

  it('a wrong code is refused, and the challenge may be tried again', async () => {
    const { email, secret } = await factor.protectedUser()
    const { Session } = await factor.challenge(email)
    const right = appCode(secret, factor.now())
    await expect(factor.respond(email, Session, otherCode(right))).toBeRefusedWith(
      CodeMismatchException,
      'Invalid code received for user',
    )
    await factor.respond(email, Session, right)
  })

  it('five wrong codes lock the second factor, and the right password does not unlock it', async () => {
    const { email, secret } = await factor.protectedUser()
    const right = () => appCode(secret, factor.now())
    const { Session } = await factor.challenge(email)
    for (let guesses = 0; guesses < 5; guesses += 1)
      await expect(factor.respond(email, Session, otherCode(right()))).toBeRefusedWith(CodeMismatchException)
    const { Session: next } = await factor.challenge(email)
    await expect(factor.respond(email, next, right())).toBeRefusedWith(LimitExceededException)
    // Five failures lock the second factor for one second.
    advance(1000)
    await factor.respond(email, next, right())
  })

  it('a challenge belongs to its user and its client, and lasts three minutes', async () => {
    const asha = await factor.protectedUser()
    const ravi = await factor.protectedUser()
    const { Session } = await factor.challenge(asha.email)
    const code = (secret: string) => appCode(secret, factor.now())
    const refused = [
      factor.respond(ravi.email, Session, code(ravi.secret)),
      // C0 issued the challenge.
      factor.respond(asha.email, Session, code(asha.secret), pool.clients.C2.id),
      factor.respond(asha.email, 'a-session-that-does-not-exist', code(asha.secret)),
    ]
    for (const call of refused) await expect(call).toBeRefusedWith(NotAuthorizedException, INVALID_SESSION)

    advance(3 * MINUTE)
    const late = factor.respond(asha.email, Session, code(asha.secret))
    await expect(late).toBeRefusedWith(NotAuthorizedException, INVALID_SESSION)
  })

  it('a changed password ends a pending challenge', async () => {
    const { email, secret } = await factor.protectedUser()
    const { Session } = await factor.challenge(email)
    const ClientId = pool.clients.C0.id
    await factor.people.client.send(new ForgotPasswordCommand({ ClientId, Username: email }))
    // The reset code is the third mail, after the sign-up code and the notice of the second factor.
    const ConfirmationCode = await codeFor(pool, email, { mailCount: 3 })
    await factor.people.client.send(
      new ConfirmForgotPasswordCommand({ ClientId, Username: email, ConfirmationCode, Password: `${PW}2` }),
    )
    const call = factor.respond(email, Session, appCode(secret, factor.now()))
    await expect(call).toBeRefusedWith(NotAuthorizedException, INVALID_SESSION)
    // A new password does not turn the second factor off.
    expect((await factor.challenge(email, `${PW}2`)).ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
  })

  it('the session of a challenge cannot set up another authenticator app', async () => {
    const { email, secret } = await factor.protectedUser()
    const { Session } = await factor.challenge(email)
    const { client } = factor.people
    const calls = [
      client.send(new AssociateSoftwareTokenCommand({ Session })),
      client.send(new VerifySoftwareTokenCommand({ Session, UserCode: appCode(secret, factor.now()) })),
    ]
    for (const call of calls) await expect(call).toBeRefusedWith(NotAuthorizedException, INVALID_SESSION)
    await expect(client.send(new AssociateSoftwareTokenCommand({}))).toBeRefusedWith(
      InvalidParameterException,
    )
  })
})

describe('recovery codes', () => {
  it('a recovery code works once in place of a code, also in capitals and with a space for its hyphen', async () => {
    const { email, recoveryCodes } = await factor.protectedUser()
    expect(recoveryCodes).toHaveLength(10)
    const [first = '', second = ''] = recoveryCodes
    await factor.signIn(email, first)
    await expect(factor.signIn(email, first)).toBeRefusedWith(CodeMismatchException)
    await factor.signIn(email, second.toUpperCase().replace('-', ' '))
  })

  it('a recovery code works only for its user, and only until new codes are made', async () => {
    const asha = await factor.protectedUser()
    const ravi = await factor.protectedUser()
    const [code = ''] = asha.recoveryCodes
    await expect(factor.signIn(ravi.email, code)).toBeRefusedWith(CodeMismatchException)

    const { SecretCode = '' } = await factor.associate(asha.AccessToken)
    await factor.verify(asha.AccessToken, appCode(SecretCode, factor.now()))
    await expect(factor.signIn(asha.email, code)).toBeRefusedWith(CodeMismatchException)
  })
})

describe('turning the second factor off', () => {
  it('turning off the second factor removes its secret, and sign-ins need no code', async () => {
    const { email, AccessToken } = await factor.protectedUser()
    await factor.prefer(AccessToken, { enabled: false })
    expect((await getUser(AccessToken)).UserMFASettingList).toBeUndefined()
    expect((await factor.challenge(email)).ChallengeName).toBeUndefined()
    // Without the secret, the second factor cannot be turned on again.
    await expect(factor.prefer(AccessToken, { enabled: true })).toBeRefusedWith(InvalidParameterException)
  })

  it('turning off the second factor clears its failures, so that a new one begins without them', async () => {
    const { email, secret, AccessToken } = await factor.protectedUser()
    const { Session } = await factor.challenge(email)
    for (let guesses = 0; guesses < 5; guesses += 1)
      await expect(factor.respond(email, Session, otherCode(appCode(secret, factor.now())))).toBeRefusedWith(
        CodeMismatchException,
      )
    await factor.prefer(AccessToken, { enabled: false })

    const { SecretCode = '' } = await factor.associate(AccessToken)
    await factor.verify(AccessToken, appCode(SecretCode, factor.now()))
    await factor.prefer(AccessToken, { enabled: true })
    // The code of the current step is used up.
    advance(30_000)
    const right = appCode(SecretCode, factor.now())
    const { Session: next } = await factor.challenge(email)
    await expect(factor.respond(email, next, otherCode(right))).toBeRefusedWith(CodeMismatchException)
    await factor.respond(email, next, right)
  })

  it('turning off the second factor, or a new secret, needs a recent sign-in', async () => {
    const { email, secret, AccessToken, RefreshToken } = await factor.protectedUser()
    advance(5 * MINUTE)
    const refreshed = (await factor.people.refresh(RefreshToken)).AccessToken ?? ''
    for (const token of [AccessToken, refreshed]) {
      await expect(factor.prefer(token, { enabled: false })).toBeRefusedWith(
        NotAuthorizedException,
        SIGN_IN_AGAIN,
      )
      await expect(factor.associate(token)).toBeRefusedWith(NotAuthorizedException, SIGN_IN_AGAIN)
    }
    expect((await factor.challenge(email)).ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
    const again = await factor.signIn(email, appCode(secret, factor.now()))
    await factor.prefer(again.AccessToken, { enabled: false })
  })

  it("an administrator turns off a user's second factor, which ends their sessions", async () => {
    const { email, AccessToken } = await factor.protectedUser()
    const command = new AdminSetUserMFAPreferenceCommand({
      UserPoolId: pool.poolId,
      Username: email,
      SoftwareTokenMfaSettings: { Enabled: false },
    })
    // Without the admin key the call is refused.
    await expect(factor.people.client.send(command)).rejects.toThrow()
    expect((await factor.challenge(email)).ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
    await adminOf(pool).send(command)
    expect((await factor.challenge(email)).ChallengeName).toBeUndefined()
    await expect(getUser(AccessToken)).toBeRefusedWith(NotAuthorizedException)
  })
})

it.skipIf(process.env['CONFORMANCE_ENDPOINT'])(
  'store-at-rest: no row and no log line contains a secret, a recovery code or a challenge',
  async () => {
    if (!pool.local) throw new Error('the test reads the files of the pool')
    const { email, secret, recoveryCodes } = await factor.protectedUser()
    const { Session } = await factor.challenge(email)
    const { connection } = pool.local.pool.database
    const tables = connection.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
    const storedValues = tables.flatMap(({ name }) =>
      connection
        .prepare(`SELECT * FROM ${String(name)}`)
        .all()
        .flatMap((row) => Object.values(row).map(String)),
    )
    const canaries = [
      secret,
      Session,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replace('-', '')),
    ]
    for (const canary of canaries) {
      for (const text of [...storedValues, ...pool.local.logLines]) expect(text).not.toContain(canary)
    }
  },
)
