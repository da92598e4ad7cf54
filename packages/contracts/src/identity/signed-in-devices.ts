/** The sessions of a user, one for each sign-in. Only our own pool has these operations, Cognito does not. */
import * as z from 'zod/mini'
import type { IdentityOperation } from './identity-operation.ts'

export const listSessions = {
  target: 'Nashta.ListSessions',
  request: z.object({ AccessToken: z.string() }),
  response: z.object({
    Sessions: z.array(
      z.object({
        SessionId: z.string(),
        /** For example `Chrome on Android`; absent when it is not known. */
        Device: z.optional(z.string()),
        SignedInAt: z.string(),
        LastUsedAt: z.string(),
        /** Whether the access token of the call belongs to this session. */
        IsCurrent: z.boolean(),
      }),
    ),
  }),
} as const satisfies IdentityOperation

/** Ends one session. A session that has ended already is accepted. */
export const endListedSession = {
  target: 'Nashta.EndSession',
  request: z.object({ AccessToken: z.string(), SessionId: z.string() }),
  response: z.object({}),
} as const satisfies IdentityOperation
