// The first account of a shop's desk. A shop without an administrator prints a link when it starts;
// its token works once, for an hour. These operations are our own: Cognito has none like them.
import * as z from 'zod/mini'
import type { IdentityOperation } from './identity-operation.ts'
import { authenticationResult, signUp } from './user-pool.ts'

/** The page of the desk that the link opens. The token follows after `#`, so that no server logs it. */
export const WELCOME_PATH = '/desk/welcome'

/** The message for a link that was used, is too old, or belongs to a shop that has an administrator. */
export const WELCOME_LINK_INVALID =
  'This link no longer works. It works once and for one hour, until the shop has an owner’s account.'

/** Fails with `NotAuthorizedException` if the link no longer works. Does not use the link up. */
export const checkWelcomeLink = {
  target: 'NashtaUserPoolService.CheckWelcomeLink',
  request: z.object({ WelcomeToken: z.string() }),
  response: z.object({}),
} as const satisfies IdentityOperation

/** Creates the account with its second factor and the role `admin`, signs in, and uses the link up. */
export const createFirstAdministrator = {
  target: 'NashtaUserPoolService.CreateFirstAdministrator',
  request: z.extend(signUp.request, {
    WelcomeToken: z.string(),
    /** The secret that the page made for the authenticator app, in base32. */
    SecretCode: z.string(),
    /** A code that the app makes from the secret. */
    UserCode: z.string(),
    ClientMetadata: z.object({ rememberMe: z.enum(['true', 'false']) }),
  }),
  response: z.object({
    AuthenticationResult: authenticationResult,
    /** Each works once in place of a code of the app. No later response contains them. */
    RecoveryCodes: z.array(z.string()),
  }),
} as const satisfies IdentityOperation
