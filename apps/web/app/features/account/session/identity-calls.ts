import { prefixErrors } from '@nashta/browser/identity/account-error'
import { createCallIdentity } from '@nashta/browser/identity/call-identity'
import { endPush } from '@nashta/browser/push-subscription'
import { PLEASE_SIGN_IN } from '@nashta/browser/session/call-as-user'
import type { AccountClient } from '@nashta/browser/session/session'
import * as gateway from '@nashta/contracts/identity/identity-gateway'
import { TERMS_VERSION } from '@nashta/contracts/identity/terms-version'
import * as pool from '@nashta/contracts/identity/user-pool'
import { signOutFailed } from './session-texts.ts'
import { type SignUpValues, signUpAttributesOf } from './sign-up-schema.ts'

// This module needs zod, so it is loaded on first use. The exports below need zod as well.
export { createSessionStore } from '@nashta/browser/session/session-store'
export { enterSecondFactor, type SecondFactorChallenge, signIn } from '@nashta/browser/session/sign-in'
export { refreshTokens } from '@nashta/browser/session/tokens'

/** The prefixes that we add to error messages of the user pool. */
const FAILURE_PREFIXES = {
  signUp: 'Sign up failed: ',
  confirmSignUp: 'Confirm sign up failed: ',
  forgotPassword: 'Forgot password failed: ',
  confirmForgotPassword: 'Confirm forgot password failed: ',
}

export const callIdentity = createCallIdentity((url, init) => fetch(url, init))

/** The values of the sign-in form. They also sign a shopper in who has just confirmed the e-mail address. */
export type Credentials = { email: string; password: string; rememberMe: boolean }

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
      ClientMetadata: { termsVersion: TERMS_VERSION },
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

/**
 * `ok` is true when the server ended the session or, in `signOutEverywhere`, all sessions.
 * `message` tells the shopper what failed. Even if `ok` is false, this browser is signed out.
 */
export type SignOutResult = { ok: true } | { ok: false; message: string }

/** Signs out on this device. Never rejects. */
export async function signOut({ callIdentity, session }: AccountClient): Promise<SignOutResult> {
  session.end()
  // The next person at this browser must not get push messages about this shopper's orders.
  void endPush()
  return signOutResultOf(callIdentity(gateway.endSession, {}))
}

/**
 * Signs out on every device if the access token is still valid, otherwise only on this device.
 * Never rejects.
 */
export async function signOutEverywhere(accountClient: AccountClient): Promise<SignOutResult> {
  const token = accountClient.session.end()
  void endPush()
  const result: SignOutResult =
    token === null
      ? { ok: false, message: signOutFailed(PLEASE_SIGN_IN) }
      : await signOutResultOf(accountClient.callIdentity(pool.globalSignOut, { AccessToken: token }))
  // The browser still has the cookie of this device's session, so at least that session must end.
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
