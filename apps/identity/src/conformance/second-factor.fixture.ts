import {
  AssociateSoftwareTokenCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { verifySoftwareToken } from '@nashta/contracts/identity/second-factor'
import { codeOfStep, fromBase32, stepAt } from '../second-factor/totp.ts'
import { peopleOf } from './people.fixture.ts'
import { type PoolUnderTest, PW } from './pool.fixture.ts'
import { post } from './post.fixture.ts'

/** The code that an authenticator app shows `stepsLater` steps of 30 seconds after `at`. */
export function appCode(secret: string, at: Date, { stepsLater = 0 } = {}) {
  return codeOfStep(fromBase32(secret), stepAt(at) + stepsLater)
}

/** Functions that turn the second factor on and sign in with it, as a program with AWS's SDK does. */
export function secondFactorOf(pool: PoolUnderTest) {
  const people = peopleOf(pool)
  const { client } = people
  const { C0 } = pool.clients
  const now = () => pool.local?.clock.now ?? new Date()

  const associate = (AccessToken: string) => client.send(new AssociateSoftwareTokenCommand({ AccessToken }))

  const verify = (AccessToken: string, UserCode: string) =>
    client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }))

  /** Calls the pool without the SDK, which drops our recovery codes from the response. */
  async function verifyForRecoveryCodes(AccessToken: string, UserCode: string) {
    const { body } = await post(pool, 'VerifySoftwareToken', { AccessToken, UserCode })
    const { RecoveryCodes = [] } = verifySoftwareToken.response.parse(JSON.parse(body))
    return RecoveryCodes
  }

  /** Turns the second factor on or off, by Cognito's SetUserMFAPreference. */
  const prefer = (AccessToken: string, { enabled }: { enabled: boolean }) =>
    client.send(
      new SetUserMFAPreferenceCommand({
        AccessToken,
        SoftwareTokenMfaSettings: { Enabled: enabled, PreferredMfa: enabled },
      }),
    )

  /**
   * Creates a signed-in user whose second factor is on. That uses up the code of the current step,
   * so the clock of a local pool moves to the next step.
   */
  async function protectedUser(email?: string) {
    const person = await people.signedIn(email)
    const { SecretCode: secret = '' } = await associate(person.AccessToken)
    const recoveryCodes = await verifyForRecoveryCodes(person.AccessToken, appCode(secret, now()))
    await prefer(person.AccessToken, { enabled: true })
    pool.local?.advance(30_000)
    return { ...person, secret, recoveryCodes }
  }

  /** The first step of a sign-in: sends the password. */
  async function challenge(email: string, password = PW, ClientId = C0.id) {
    const response = await client.send(
      new InitiateAuthCommand({
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId,
        AuthParameters: { USERNAME: email, PASSWORD: password },
      }),
    )
    return { ...response, Session: response.Session ?? '' }
  }

  /** The second step of a sign-in: sends the code. */
  const respond = (USERNAME: string, Session: string, code: string, ClientId = C0.id) =>
    client.send(
      new RespondToAuthChallengeCommand({
        ClientId,
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        Session,
        ChallengeResponses: { USERNAME, SOFTWARE_TOKEN_MFA_CODE: code },
      }),
    )

  async function signIn(email: string, code: string) {
    const { Session } = await challenge(email)
    const { AuthenticationResult } = await respond(email, Session, code)
    const { AccessToken = '', RefreshToken = '' } = AuthenticationResult ?? {}
    return { AccessToken, RefreshToken }
  }

  return { people, now, associate, verify, prefer, protectedUser, challenge, respond, signIn }
}
