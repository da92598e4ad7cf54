import { signUpWithConsent, TERMS_VERSION } from '@nashta/contracts/identity/identity-gateway'
import {
  confirmSignUp as confirmSignUpCall,
  resendConfirmationCode,
} from '@nashta/contracts/identity/user-pool'
import { inWordsOf } from './account-error.ts'
import type { Account } from './account.ts'
import { signUpAttributesOf, signUpPayloadOf } from './forms/sign-up-payload.ts'
import type { SignUpForm } from './forms/sign-up.ts'
import { confirmSignUpFailed, signUpFailed } from './session-texts.ts'

export type SignedUp = {
  /** False while the code that was mailed is still wanted. */
  confirmed: boolean
}

export async function signUp({ callIdentity }: Account, form: SignUpForm): Promise<SignedUp> {
  const payload = signUpPayloadOf(form)
  const attributes = Object.entries(signUpAttributesOf(payload))
  const answer = await inWordsOf(
    signUpFailed,
    callIdentity(signUpWithConsent, {
      Username: payload.email,
      Password: payload.password,
      UserAttributes: attributes.map(([Name, Value]) => ({ Name, Value })),
      ClientMetadata: { termsVersion: TERMS_VERSION },
    }),
  )
  return { confirmed: answer.UserConfirmed }
}

export type Confirmation = { email: string; code: string }

export async function confirmSignUp({ callIdentity }: Account, { email, code }: Confirmation) {
  await inWordsOf(
    confirmSignUpFailed,
    callIdentity(confirmSignUpCall, { Username: email, ConfirmationCode: code }),
  )
}

export async function resendCode({ callIdentity }: Account, { email }: { email: string }) {
  await callIdentity(resendConfirmationCode, { Username: email })
}
