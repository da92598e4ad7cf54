import * as z from 'zod/mini'
import type { IdentityOperation } from './identity-operation.ts'
import { initiateAuth, revokeToken, signUp } from './user-pool.ts'

/**
 * Pages call the user pool through the gateway, which adds the client's id, its secret and the refresh token. This
 * file holds only what differs from the pool's own calls.
 */
export const IDENTITY_GATEWAY_BASE = '/identity'

/** Holds the refresh token where no script can read it. */
export const REFRESH_COOKIE = 'nashta-refresh'

export const REFRESH_TOKEN_LIFETIME_SECONDS = 30 * 24 * 60 * 60

/** The version of the terms that a shopper accepts at sign-up; changes whenever their substance changes. */
export const TERMS_VERSION = '2026-01-01'

export const signIn = {
  target: initiateAuth.target,
  request: z.object({
    AuthFlow: z.literal('USER_PASSWORD_AUTH'),
    AuthParameters: z.object({ USERNAME: z.string(), PASSWORD: z.string() }),
    /** With `true` the cookie outlives the browser session. */
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

/** Ends the session of the cookie, on this device only. It needs no access token, so an expired one does not matter. */
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
