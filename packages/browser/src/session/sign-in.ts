import { signIn as signInCall } from '@nashta/contracts/identity/identity-gateway'
import { respondToAuthChallenge, SECOND_FACTOR } from '@nashta/contracts/identity/second-factor'
import { prefixErrors } from '../identity/account-error.ts'
import { fetchProfile, userOf } from './profile.ts'
import type { Tokens } from './session-store.ts'
import type { AccountClient } from './session.ts'
import { tokensOf } from './tokens.ts'

/** When a sign-in fails, this text is put before the message of the user pool. */
const SIGN_IN_FAILED_PREFIX = 'Sign in failed: '

/**
 * The password was right. The sign-in now needs a code of the authenticator app or a recovery
 * code.
 */
export type SecondFactorChallenge = { email: string; rememberMe: boolean; challengeSession: string }

export type SignInValues = { email: string; password: string; rememberMe: boolean }

/**
 * Returns the challenge if the account has a second factor. Otherwise the user is signed in, and
 * the result is null. Rejects with the kind `UserNotConfirmedException` if the user has not entered
 * the code that was mailed at sign-up.
 */
export async function signIn(
  accountClient: AccountClient,
  values: SignInValues,
): Promise<SecondFactorChallenge | null> {
  const { callIdentity, now } = accountClient
  const { email, password, rememberMe } = values
  const requestedAt = now()
  const response = await prefixErrors(
    SIGN_IN_FAILED_PREFIX,
    callIdentity(signInCall, {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
      ClientMetadata: { rememberMe: rememberMe ? 'true' : 'false' },
    }),
  )
  const { ChallengeName, Session: challengeSession } = response
  if (ChallengeName === SECOND_FACTOR && challengeSession !== undefined)
    return { email, rememberMe, challengeSession }
  await beginSession(accountClient, tokensOf(response, { requestedAt, rememberMe }))
  return null
}

/** The second step of a sign-in. `code` is a code of the authenticator app or a recovery code. */
export async function enterSecondFactor(
  accountClient: AccountClient,
  { email, rememberMe, challengeSession }: SecondFactorChallenge,
  code: string,
) {
  const requestedAt = accountClient.now()
  const response = await prefixErrors(
    SIGN_IN_FAILED_PREFIX,
    accountClient.callIdentity(respondToAuthChallenge, {
      ChallengeName: SECOND_FACTOR,
      Session: challengeSession,
      ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code },
      ClientMetadata: { rememberMe: rememberMe ? 'true' : 'false' },
    }),
  )
  await beginSession(accountClient, tokensOf(response, { requestedAt, rememberMe }))
}

export async function beginSession({ callIdentity, session }: AccountClient, tokens: Tokens) {
  const profile = await prefixErrors(SIGN_IN_FAILED_PREFIX, fetchProfile(callIdentity, tokens.accessToken))
  session.begin({ user: userOf(profile), tokens })
}
