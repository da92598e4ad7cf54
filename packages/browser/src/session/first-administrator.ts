import * as contract from '@nashta/contracts/identity/first-administrator'
import type { IdentityResponse } from '@nashta/contracts/identity/identity-gateway'
import type { CallIdentity } from '../identity/call-identity.ts'
import type { AccountClient } from './session.ts'
import { beginSession } from './sign-in.ts'
import { tokensOf } from './tokens.ts'

/** `secret` is that of the authenticator app, in base32; `code` was made from it. */
export type NewOperator = Record<'firstName' | 'lastName' | 'email' | 'password' | 'secret' | 'code', string>

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const SECRET_LENGTH = 32

/** A secret of 160 random bits for an authenticator app, in base32. */
export function newAuthenticatorSecret(): string {
  // 256 is a multiple of 32, so each letter is equally likely.
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_LENGTH))
  return Array.from(bytes, (byte) => BASE32.charAt(byte % BASE32.length)).join('')
}

/** Rejects if the link of a new shop no longer works. */
export async function checkWelcomeLink(callIdentity: CallIdentity, welcomeToken: string) {
  await callIdentity(contract.checkWelcomeLink, { WelcomeToken: welcomeToken })
}

/** Makes the owner's account, signs in, and returns the recovery codes. */
export async function createFirstAdministrator(
  accountClient: AccountClient,
  { welcomeToken, ...operator }: NewOperator & { welcomeToken: string },
): Promise<string[]> {
  const requestedAt = accountClient.now()
  const response = await accountClient.callIdentity(contract.createFirstAdministrator, {
    ...newOperatorFields(operator),
    WelcomeToken: welcomeToken,
  })
  return beginOperatorSession(accountClient, response, requestedAt)
}

/** The fields of a call that makes an account for the desk. */
export function newOperatorFields({ firstName, lastName, email, password, secret, code }: NewOperator) {
  return {
    Username: email,
    Password: password,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'given_name', Value: firstName },
      { Name: 'family_name', Value: lastName },
    ],
    SecretCode: secret,
    UserCode: code,
    // Only remembered sessions renew their tokens. The desk itself ends an unused session.
    ClientMetadata: { rememberMe: 'true' as const },
  }
}

/** Signs in with the tokens of a new account, and returns its recovery codes. */
export async function beginOperatorSession(
  accountClient: AccountClient,
  response: IdentityResponse<typeof contract.createFirstAdministrator>,
  requestedAt: Date,
): Promise<string[]> {
  try {
    await beginSession(accountClient, tokensOf(response, { requestedAt, rememberMe: true }))
  } catch {
    // The account exists, and its recovery codes are shown only now. The operator can sign in afterwards.
  }
  return response.RecoveryCodes
}
