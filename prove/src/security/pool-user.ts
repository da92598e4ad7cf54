import { setTimeout as wait } from 'node:timers/promises'
import { LOCAL, type LocalPool } from '@nashta/identity/conformance/local-pool.fixture'
import { post } from '@nashta/identity/conformance/post.fixture'
import { codeOfStep, fromBase32, stepAt } from '@nashta/identity/second-factor/totp'

const PASSWORD = 'Str0ng!pass'
/** Like the store's own client, this one does not reveal which users exist. */
const ClientId = LOCAL.clients.C2.id
const POLL_MS = 5
const MAIL_TIMEOUT_MS = 30_000

export type Reply = { status: number; body: Record<string, unknown> }

/** Creates a confirmed user. The returned calls are those of the user and of attackers. */
export async function createPoolUser(pool: LocalPool, email: string) {
  async function call(operation: string, request: object): Promise<Reply> {
    const { status, body } = await post(pool, operation, request)
    return { status, body: body === '' ? {} : (JSON.parse(body) as Reply['body']) }
  }
  const signUp = { ClientId, Username: email, Password: PASSWORD }
  await call('SignUp', { ...signUp, UserAttributes: [{ Name: 'email', Value: email }] })
  await call('ConfirmSignUp', {
    ClientId,
    Username: email,
    ConfirmationCode: await waitForCode(pool, email, { mailCount: 1 }),
  })

  /** The reply has a challenge when the user has a second factor, otherwise it has the tokens. */
  const signIn = (password = PASSWORD) =>
    call('InitiateAuth', {
      ClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    })

  /** Responds to the challenge of this session. `code` is from the app or a recovery code. */
  const respond = (Session: unknown, code: string, ChallengeName = 'SOFTWARE_TOKEN_MFA') =>
    call('RespondToAuthChallenge', {
      ClientId,
      ChallengeName,
      Session,
      ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code },
    })

  const refresh = (REFRESH_TOKEN: unknown) =>
    call('InitiateAuth', { ClientId, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN } })

  const setSecondFactor = (AccessToken: unknown, { isOn }: { isOn: boolean }) =>
    call('SetUserMFAPreference', {
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: isOn, PreferredMfa: isOn },
    })

  async function turnOnSecondFactor(AccessToken: unknown) {
    const { body: associated } = await call('AssociateSoftwareToken', { AccessToken })
    const secret = fromBase32(String(associated['SecretCode']))
    const UserCode = codeOfStep(secret, stepAt(pool.clock.now))
    const { body: verified } = await call('VerifySoftwareToken', { AccessToken, UserCode })
    const { status } = await setSecondFactor(AccessToken, { isOn: true })
    if (status !== 200) throw new Error('the second factor could not be turned on')
    return {
      recoveryCodes: verified['RecoveryCodes'] as string[],
      /** The code that the app shows `steps` steps from now. */
      codeAt: (steps: number) => codeOfStep(secret, stepAt(pool.clock.now) + steps),
    }
  }

  /** Chooses a new password by a mailed code. `mailCount` counts all mails so far and this one. */
  async function resetPassword(Password: string, { mailCount }: { mailCount: number }) {
    await call('ForgotPassword', { ClientId, Username: email })
    const ConfirmationCode = await waitForCode(pool, email, { mailCount })
    return call('ConfirmForgotPassword', { ClientId, Username: email, ConfirmationCode, Password })
  }

  return { email, call, signIn, respond, refresh, setSecondFactor, turnOnSecondFactor, resetPassword }
}

export function tokensOf({ body }: Reply): { AccessToken?: string; RefreshToken?: string } {
  return Object(body['AuthenticationResult'])
}

export function isSignedIn(reply: Reply) {
  return tokensOf(reply).AccessToken !== undefined
}

/** Waits until the user has at least `mailCount` mails. Returns the code of the newest one. */
export async function waitForCode(
  pool: LocalPool,
  email: string,
  { mailCount }: { mailCount: number },
): Promise<string> {
  for (const deadline = Date.now() + MAIL_TIMEOUT_MS; Date.now() < deadline; await wait(POLL_MS)) {
    const found = await pool.mailbox.list(email)
    const code = /^\d{6}/.exec(found[0]?.subject ?? '')?.[0]
    if (found.length >= mailCount && code) return code
  }
  throw new Error(`mail ${mailCount} to ${email} did not arrive in time`)
}
