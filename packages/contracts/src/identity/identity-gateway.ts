// Pages call the user pool through the identity gateway. The gateway adds the client's id, the
// secret hash (for `endSession` the secret itself) and the refresh token. This file describes the
// calls whose requests to the gateway differ from those to the pool.
import * as z from 'zod/mini'
import type { IdentityOperation } from './identity-operation.ts'
import { initiateAuth, revokeToken, signUp } from './user-pool.ts'

export const IDENTITY_GATEWAY_BASE = '/identity'

/** The cookie that holds the refresh token. No script can read this cookie. */
export const REFRESH_COOKIE = 'nashta-refresh'

/** The cookie by which the store recognises a browser that has signed in before. */
export const DEVICE_COOKIE = 'nashta-device'

export const REFRESH_TOKEN_LIFETIME_SECONDS = 30 * 24 * 60 * 60

/** A change that a thief with a stolen session must not make needs a sign-in that is at most so old. */
export const FRESH_SIGN_IN_SECONDS = 5 * 60

/**
 * The message when a newer sign-in is needed: in the user pool for changes of the e-mail address or the
 * second factor and for the deletion of the account, in the Shop API for calls with `freshSignIn` and
 * for large refunds.
 */
export const SIGN_IN_AGAIN = 'Please sign in again to make this change.'

export const signIn = {
  target: initiateAuth.target,
  request: z.object({
    AuthFlow: z.literal('USER_PASSWORD_AUTH'),
    AuthParameters: z.object({ USERNAME: z.string(), PASSWORD: z.string() }),
    /** With `rememberMe`, the cookie with the refresh token outlives the browser session. */
    ClientMetadata: z.optional(z.object({ rememberMe: z.enum(['true', 'false']) })),
  }),
  response: initiateAuth.response,
} as const satisfies IdentityOperation

/** The gateway adds the refresh token from the cookie. */
export const refreshSession = {
  target: initiateAuth.target,
  request: z.object({ AuthFlow: z.literal('REFRESH_TOKEN_AUTH') }),
  response: initiateAuth.response,
} as const satisfies IdentityOperation

/**
 * Signs out on this device: revokes the refresh token in the cookie. An access token is not needed,
 * because it may have expired.
 */
export const endSession = {
  target: revokeToken.target,
  request: z.object({}),
  response: revokeToken.response,
} as const satisfies IdentityOperation

export const signUpWithConsent = {
  target: signUp.target,
  request: z.extend(signUp.request, { ClientMetadata: z.object({ termsVersion: z.string() }) }),
  response: signUp.response,
} as const satisfies IdentityOperation

export type IdentityRequest<Operation extends IdentityOperation> = z.input<Operation['request']>
export type IdentityResponse<Operation extends IdentityOperation> = z.output<Operation['response']>
