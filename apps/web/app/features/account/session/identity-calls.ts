import { prefixErrors } from '@nashta/browser/identity/account-error'
import { createCallIdentity } from '@nashta/browser/identity/call-identity'
import type { AccountClient } from '@nashta/browser/session/session'
import type { Tokens } from '@nashta/browser/session/session-store'
import { tokensOf } from '@nashta/browser/session/tokens'
import * as gateway from '@nashta/contracts/identity/identity-gateway'
import { respondToAuthChallenge, SECOND_FACTOR } from '@nashta/contracts/identity/second-factor'
import * as pool from '@nashta/contracts/identity/user-pool'
import { FAILURE_PREFIXES, PLEASE_SIGN_IN, signOutFailed } from '../account-texts.ts'
import type { SignInValues } from '../forms/sign-in-schemas.ts'
import { type SignUpValues, signUpAttributesOf } from '../forms/sign-up-schema.ts'
import { fetchProfile, userOf } from '../profile/profile.ts'

// This module is loaded on first use. These exports are loaded with it, because they need zod too.
export { createSessionStore } from '@nashta/browser/session/session-store'
export { refreshTokens } from '@nashta/browser/session/tokens'

export const callIdentity = createCallIdentity((url, init) => fetch(url, init))

/** The password was right; the sign-in goes on with a code of the authenticator app or a recovery code. */
export type SecondFactorChallenge = { email: string; rememberMe: boolean; challengeSession: string }

/**
 * Null once the shopper is signed in. Rejects with the kind `UserNotConfirmedException` until the code that was mailed
 * at sign-up has been entered.
 */
export async function signIn(
  accountClient: AccountClient,
  values: SignInValues,
): Promise<SecondFactorChallenge | null> {
  const { callIdentity, now } = accountClient
  const { email, password, rememberMe } = values
  const requestedAt = now()
  const response = await prefixErrors(
    FAILURE_PREFIXES.signIn,
    callIdentity(gateway.signIn, {
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

/** The second step of a sign-in. `code` is one of the authenticator app, or a recovery code. */
export async function enterSecondFactor(
  accountClient: AccountClient,
  { email, rememberMe, challengeSession }: SecondFactorChallenge,
  code: string,
) {
  const requestedAt = accountClient.now()
  const response = await prefixErrors(
    FAILURE_PREFIXES.signIn,
    accountClient.callIdentity(respondToAuthChallenge, {
      ChallengeName: SECOND_FACTOR,
      Session: challengeSession,
      ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code },
      ClientMetadata: { rememberMe: rememberMe ? 'true' : 'false' },
    }),
  )
  await beginSession(accountClient, tokensOf(response, { requestedAt, rememberMe }))
}

async function beginSession({ callIdentity, session }: AccountClient, tokens: Tokens) {
  const profile = await prefixErrors(FAILURE_PREFIXES.signIn, fetchProfile(callIdentity, tokens.accessToken))
  session.begin({ user: userOf(profile), tokens })
}

export type SignUpResult = {
  /** False until the shopper enters the code that was mailed. */
  confirmed: boolean
}

export async function signUp({ callIdentity }: AccountClient, values: SignUpValues): Promise<SignUpResult> {
  const attributes = Object.entries(signUpAttributesOf(values))
  const response = await prefixErrors(
    FAILURE_PREFIXES.signUp,
    callIdentity(gateway.signUpWithConsent, {
      Username: values.email,
      Password: values.password,
      UserAttributes: attributes.map(([Name, Value]) => ({ Name, Value })),
      ClientMetadata: { termsVersion: gateway.TERMS_VERSION },
    }),
  )
  return { confirmed: response.UserConfirmed }
}

type Confirmation = { email: string; code: string }

export async function confirmSignUp({ callIdentity }: AccountClient, { email, code }: Confirmation) {
  await prefixErrors(
    FAILURE_PREFIXES.confirmSignUp,
    callIdentity(pool.confirmSignUp, { Username: email, ConfirmationCode: code }),
  )
}

export async function resendCode({ callIdentity }: AccountClient, { email }: { email: string }) {
  await callIdentity(pool.resendConfirmationCode, { Username: email })
}

/** Requests a mail with a code. The response is the same whether or not the address has an account. */
export async function forgotPassword({ callIdentity }: AccountClient, { email }: { email: string }) {
  await prefixErrors(FAILURE_PREFIXES.forgotPassword, callIdentity(pool.forgotPassword, { Username: email }))
}

/** `code` is the code of the mail, or the token of its link. */
type PasswordReset = { email: string; code: string; newPassword: string }

export async function confirmForgotPassword({ callIdentity }: AccountClient, reset: PasswordReset) {
  const { email, code, newPassword } = reset
  await prefixErrors(
    FAILURE_PREFIXES.confirmForgotPassword,
    callIdentity(pool.confirmForgotPassword, {
      Username: email,
      ConfirmationCode: code,
      Password: newPassword,
    }),
  )
}

/** `token` is from the link in the mail to the old address. */
export async function undoEmailChange({ callIdentity }: AccountClient, { token }: { token: string }) {
  await callIdentity(pool.undoEmailChange, { Token: token })
}

/** Even when this is not `ok`, the shopper is signed out in this browser. The message is shown to the shopper. */
export type SignOutResult = { ok: true } | { ok: false; message: string }

/** Signs out on this device. Never rejects. */
export async function signOut({ callIdentity, session }: AccountClient): Promise<SignOutResult> {
  session.end()
  return signOutResultOf(callIdentity(gateway.endSession, {}))
}

/** Signs out on every device if the access token is still valid, otherwise only on this one. Never rejects. */
export async function signOutEverywhere(accountClient: AccountClient): Promise<SignOutResult> {
  const token = accountClient.session.end()
  const result: SignOutResult =
    token === null
      ? { ok: false, message: signOutFailed(PLEASE_SIGN_IN) }
      : await signOutResultOf(accountClient.callIdentity(pool.globalSignOut, { AccessToken: token }))
  if (!result.ok) await signOut(accountClient)
  return result
}

async function signOutResultOf(call: Promise<unknown>): Promise<SignOutResult> {
  try {
    await call
    return { ok: true }
  } catch (error) {
    return { ok: false, message: signOutFailed(error instanceof Error ? error.message : '') }
  }
}
