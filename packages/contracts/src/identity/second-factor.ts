/**
 * The second factor: codes of an authenticator app (RFC 6238). The operations are those of Cognito; `RecoveryCodes` is
 * an addition of our own pool.
 */
import * as z from 'zod/mini'
import { type IdentityOperation, USER_POOL_SERVICE } from './identity-operation.ts'
import { authenticationResult } from './user-pool.ts'

/** Cognito's name of the second factor, of the challenge that asks for it, and of its setting. */
export const SECOND_FACTOR = 'SOFTWARE_TOKEN_MFA'

const EMPTY_RESPONSE = z.object({})

/** Creates the secret of a second factor. It takes effect when a code made with it is sent to `verifySoftwareToken`. */
export const associateSoftwareToken = {
  target: `${USER_POOL_SERVICE}.AssociateSoftwareToken`,
  request: z.object({ AccessToken: z.string() }),
  /** The secret in base32, as authenticator apps take it. */
  response: z.object({ SecretCode: z.string() }),
} as const satisfies IdentityOperation

export const verifySoftwareToken = {
  target: `${USER_POOL_SERVICE}.VerifySoftwareToken`,
  request: z.object({ AccessToken: z.string(), UserCode: z.string() }),
  response: z.object({
    Status: z.optional(z.string()),
    /** Each works once in place of a code. No later response shows them again. Cognito has no recovery codes. */
    RecoveryCodes: z.optional(z.array(z.string())),
  }),
} as const satisfies IdentityOperation

/** Turns the second factor on or off. */
export const setUserMfaPreference = {
  target: `${USER_POOL_SERVICE}.SetUserMFAPreference`,
  request: z.object({
    AccessToken: z.string(),
    SoftwareTokenMfaSettings: z.object({ Enabled: z.boolean(), PreferredMfa: z.boolean() }),
  }),
  response: EMPTY_RESPONSE,
} as const satisfies IdentityOperation

/** The second step of a sign-in. A recovery code is sent in the same field as a code of the app. */
export const respondToAuthChallenge = {
  target: `${USER_POOL_SERVICE}.RespondToAuthChallenge`,
  request: z.object({
    ChallengeName: z.literal(SECOND_FACTOR),
    Session: z.string(),
    ChallengeResponses: z.object({ USERNAME: z.string(), SOFTWARE_TOKEN_MFA_CODE: z.string() }),
    ClientMetadata: z.optional(z.object({ rememberMe: z.enum(['true', 'false']) })),
  }),
  response: z.object({ AuthenticationResult: authenticationResult }),
} as const satisfies IdentityOperation
