import type { CurrentUser } from '@nashta/browser/user'
import { signIn as operation } from '@nashta/contracts/identity/identity-gateway'
import { inWordsOf } from './account-error.ts'
import type { Account } from './account.ts'
import type { SignInForm } from './forms/sign-in.ts'
import { fetchProfile, userOf } from './profile.ts'
import { signInFailed } from './session-texts.ts'
import { tokensOf } from './tokens.ts'

/** An `AccountError` of the kind UserNotConfirmedException means that the code of the sign-up is still wanted. */
export async function signIn(account: Account, form: SignInForm): Promise<CurrentUser> {
  const { callIdentity, session, now } = account
  const { email, password, rememberMe } = form
  const askedAt = now()
  const answer = await inWordsOf(
    signInFailed,
    callIdentity(operation, {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
      ClientMetadata: { rememberMe: rememberMe ? 'true' : 'false' },
    }),
  )
  const tokens = tokensOf(answer, { askedAt, rememberMe })
  const user = userOf(await inWordsOf(signInFailed, fetchProfile(callIdentity, tokens.accessToken)))
  session.begin({ user, tokens })
  return user
}
