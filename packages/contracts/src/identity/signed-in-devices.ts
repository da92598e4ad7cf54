/** Operations on a user's sessions. Each sign-in starts a session. Cognito lacks these calls. */
import * as z from 'zod/mini'
import type { IdentityOperation } from './identity-operation.ts'

export const listSessions = {
  target: 'Nashta.ListSessions',
  request: z.object({ AccessToken: z.string() }),
  response: z.object({
    Sessions: z.array(
      z.object({
        SessionId: z.string(),
        /** For example `Chrome on Android`; absent when the device is not known. */
        Device: z.optional(z.string()),
        SignedInAt: z.string(),
        LastUsedAt: z.string(),
        /** Whether the access token of the call belongs to this session. */
        IsCurrent: z.boolean(),
      }),
    ),
  }),
} as const satisfies IdentityOperation

/** Ends one session of the list. It is no error when the session has ended already. */
export const endListedSession = {
  target: 'Nashta.EndSession',
  request: z.object({ AccessToken: z.string(), SessionId: z.string() }),
  response: z.object({}),
} as const satisfies IdentityOperation
