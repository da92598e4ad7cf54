import type { OperatorRole } from '@nashta/contracts/api/operator-roles'
import * as z from 'zod/mini'
import type { AppClient } from '../clients/app-client.ts'
import type { VerifiedSecondFactor } from '../operator-accounts/operator-account.ts'
import { assertPassword } from '../passwords/password-policy.ts'
import type { PoolDeps } from '../pool-deps.ts'
import { newRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { fromBase32, matchingStep } from '../second-factor/totp.ts'
import { issueTokens, type TokenDeps } from '../tokens/issue-tokens.ts'
import { newSession, sessionMetadata } from '../tokens/new-session.ts'
import { attributes, clientCallFields, confirmationCode, factorSecret, password } from '../wire/fields.ts'
import { secondFactorMismatch } from '../wire/pool-error.ts'
import { attributesToStore } from './sign-up.ts'

/** A new account for the desk, with the secret and a code of its authenticator app. */
export const newOperatorRequest = z.object({
  ...clientCallFields,
  Password: password,
  UserAttributes: z._default(attributes, []),
  SecretCode: factorSecret,
  UserCode: confirmationCode,
  ClientMetadata: sessionMetadata,
})

type FactorDeps = Pick<PoolDeps, 'randomBytes' | 'hashRecoveryCode' | 'now'>
export type NewOperatorDeps = TokenDeps & FactorDeps & Pick<PoolDeps, 'hasher' | 'policy'>

/**
 * Makes the account, whose address counts as verified, and its session. `respond` issues the tokens
 * of the session once the account is stored.
 */
export async function newOperatorAccount(
  deps: NewOperatorDeps,
  client: AppClient,
  input: z.output<typeof newOperatorRequest>,
) {
  const { hasher, policy, newId, now } = deps
  const email = input.Username
  const userAttributes = attributesToStore(email, input.UserAttributes, now())
  assertPassword(policy, input.Password, { owner: { email, attributes: userAttributes } })
  const sub = newId()
  const { secondFactor, RecoveryCodes } = verifiedSecondFactor(deps, sub, input)
  const user = {
    sub,
    email,
    emailVerified: true,
    pendingEmail: null,
    confirmed: true,
    enabled: true,
    passwordHash: await hasher.hash(input.Password),
    signUpDevice: null,
    contested: false,
    termsVersion: null,
    attributes: userAttributes,
  }
  const { session, refreshToken } = newSession(deps, {
    sub,
    clientId: client.id,
    metadata: input.ClientMetadata,
  })
  return {
    account: { user, secondFactor, session },
    respond: async (role: OperatorRole) => {
      const tokens = await issueTokens(deps, { user, groups: [role], session })
      return { AuthenticationResult: { ...tokens, RefreshToken: refreshToken }, RecoveryCodes }
    },
  }
}

/** The second factor of which a code was entered, with new recovery codes. Throws for a wrong code. */
export function verifiedSecondFactor(
  deps: FactorDeps,
  sub: string,
  { SecretCode: secret, UserCode }: { SecretCode: string; UserCode: string },
): { secondFactor: VerifiedSecondFactor; RecoveryCodes: string[] } {
  const step = matchingStep(fromBase32(secret), UserCode, deps.now())
  if (step === null) throw secondFactorMismatch()
  const RecoveryCodes = newRecoveryCodes(deps.randomBytes)
  const recoveryHashes = RecoveryCodes.map((code) => deps.hashRecoveryCode(code, sub))
  return { secondFactor: { secret, step, recoveryHashes }, RecoveryCodes }
}
