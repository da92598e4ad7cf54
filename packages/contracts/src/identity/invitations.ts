/**
 * Invitations to the desk. An administrator invites an address with a role; the mail has a link that
 * works once. These operations are our own: Cognito has none like them.
 */
import * as z from 'zod/mini'
import { createFirstAdministrator } from './first-administrator.ts'
import type { IdentityOperation } from './identity-operation.ts'

/** The page of the desk that the link opens. The token follows after `#`, so that no server logs it. */
export const JOIN_PATH = '/desk/join'

export const INVITATION_LIFETIME_DAYS = 7

/** The message for a link that was used, replaced, withdrawn or is too old. */
export const INVITATION_INVALID = `This invitation no longer works. It works once and for ${INVITATION_LIFETIME_DAYS} days: ask an administrator of the shop for a new one.`

/** The message for a signed-in user whose address is not the invited one. */
export const INVITATION_FOR_OTHER = 'This invitation is for another e-mail address. Sign in with that one.'

/** Fails with `NotAuthorizedException` if the link no longer works. Does not use the link up. */
export const checkInvitation = {
  target: 'NashtaUserPoolService.CheckInvitation',
  request: z.object({ InvitationToken: z.string() }),
  response: z.object({
    Email: z.string(),
    Role: z.string(),
    /** Whether a shopper has this address. Then `joinByInvitation` follows, else `acceptInvitation`. */
    HasAccount: z.boolean(),
  }),
} as const satisfies IdentityOperation

/** Creates the account of the invited address with its second factor and role, and signs in. */
export const acceptInvitation = {
  target: 'NashtaUserPoolService.AcceptInvitation',
  request: z.extend(z.omit(createFirstAdministrator.request, { WelcomeToken: true }), {
    InvitationToken: z.string(),
  }),
  response: createFirstAdministrator.response,
} as const satisfies IdentityOperation

/**
 * Gives the role to the account that has the invited address. The sign-in must be recent. An account
 * without a second factor gets the one of `SecretCode`; without that, the call fails with
 * `SoftwareTokenMFANotFoundException`. All other sessions of the account end.
 */
export const joinByInvitation = {
  target: 'NashtaUserPoolService.JoinByInvitation',
  request: z.object({
    AccessToken: z.string(),
    InvitationToken: z.string(),
    SecretCode: z.optional(z.string()),
    UserCode: z.optional(z.string()),
  }),
  response: z.object({
    /** The codes of the second factor that the call has set up; empty if it has set up none. */
    RecoveryCodes: z.array(z.string()),
  }),
} as const satisfies IdentityOperation
