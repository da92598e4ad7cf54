import * as z from 'zod/mini'
import type { IdentityOperation } from './identity-operation.ts'
import { initiateAuth, revokeToken, signUp } from './user-pool.ts'

/**
 * The browser's way to the user pool: the pool's own calls, without the client's id, its secret and the refresh
 * token, which the gateway adds. Only what differs from the pool is written here.
 */
export const IDENTITY_GATEWAY_BASE = '/identity'

/** Holds the refresh token where no script can read it. */
export const REFRESH_COOKIE = 'nashta-refresh'

/** As long as a refresh token lives. */
export const REMEMBERED_SECONDS = 30 * 24 * 60 * 60

/** The documents a shopper agrees to on signing up; a new version whenever their substance changes. */
export const TERMS_VERSION = '2026-01-01'

export const signIn = {
  target: initiateAuth.target,
  request: z.object({
    AuthFlow: z.literal('USER_PASSWORD_AUTH'),
    AuthParameters: z.object({ USERNAME: z.string(), PASSWORD: z.string() }),
    /** The cookie outlives the browser's session only for who asked to be remembered. */
    ClientMetadata: z.optional(z.object({ rememberMe: z.enum(['true', 'false']) })),
  }),
  answer: initiateAuth.answer,
} as const satisfies IdentityOperation

/** The refresh token is the cookie's. */
export const refreshSession = {
  target: initiateAuth.target,
  request: z.object({ AuthFlow: z.literal('REFRESH_TOKEN_AUTH') }),
  answer: initiateAuth.answer,
} as const satisfies IdentityOperation

/** Ends the session the cookie belongs to, on this device alone. Needs no token, so an expired one cannot stop it. */
export const endSession = {
  target: revokeToken.target,
  request: z.object({}),
  answer: revokeToken.answer,
} as const satisfies IdentityOperation

export const signUpWithConsent = {
  target: signUp.target,
  request: z.extend(signUp.request, { ClientMetadata: z.object({ termsVersion: z.string() }) }),
  answer: signUp.answer,
} as const satisfies IdentityOperation

export type IdentityRequest<Operation extends IdentityOperation> = z.input<Operation['request']>
export type IdentityAnswer<Operation extends IdentityOperation> = z.output<Operation['answer']>
