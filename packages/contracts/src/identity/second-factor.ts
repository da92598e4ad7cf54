/**
 * The second factor: codes of an authenticator app (RFC 6238). The operations are those of Cognito.
 * Our own pool adds `RecoveryCodes`.
 */
import * as z from 'zod/mini'
import { type IdentityOperation, USER_POOL_SERVICE } from './identity-operation.ts'
import { authenticationResult } from './user-pool.ts'

/** Cognito's name for this kind of second factor. */
export const SECOND_FACTOR = 'SOFTWARE_TOKEN_MFA'

const EMPTY_RESPONSE = z.object({})

/** Creates the secret of a second factor. `verifySoftwareToken` must follow. */
export const associateSoftwareToken = {
  target: `${USER_POOL_SERVICE}.AssociateSoftwareToken`,
  request: z.object({ AccessToken: z.string() }),
  /** The secret in base32, as authenticator apps take it. */
  response: z.object({ SecretCode: z.string() }),
} as const satisfies IdentityOperation

/**
 * Proves with a code that the app has the new secret. From then on, codes of an earlier secret are
 * refused. The first time, `setUserMfaPreference` must then turn the second factor on.
 */
export const verifySoftwareToken = {
  target: `${USER_POOL_SERVICE}.VerifySoftwareToken`,
  request: z.object({ AccessToken: z.string(), UserCode: z.string() }),
  response: z.object({
    Status: z.optional(z.string()),
    /** Each works once in place of a code. No later response contains them. Cognito sends none. */
    RecoveryCodes: z.optional(z.array(z.string())),
  }),
} as const satisfies IdentityOperation

/** Turns the second factor on or off. It can be on only after `verifySoftwareToken`. */
export const setUserMfaPreference = {
  target: `${USER_POOL_SERVICE}.SetUserMFAPreference`,
  request: z.object({
    AccessToken: z.string(),
    SoftwareTokenMfaSettings: z.object({ Enabled: z.boolean(), PreferredMfa: z.boolean() }),
  }),
  response: EMPTY_RESPONSE,
} as const satisfies IdentityOperation

/** The second step of a sign-in. Codes of the app and recovery codes are sent in the same field. */
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
