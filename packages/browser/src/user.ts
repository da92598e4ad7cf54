import { userIdSchema } from '@nashta/contracts/account/user-id'
import * as z from 'zod/mini'

export const currentUserSchema = z.object({
  /** The `{userId}` of every path. */
  sub: userIdSchema,
  /** What the shopper signs in with: the e-mail. */
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
})

export const tokensSchema = z.object({
  accessToken: z.string().check(z.minLength(1)),
  idToken: z.string().check(z.minLength(1)),
  /** Milliseconds since 1970. */
  tokenExpiry: z.int(),
  /** Whether new tokens may be fetched in silence when these expire. */
  rememberMe: z.optional(z.boolean()),
})

export type CurrentUser = z.infer<typeof currentUserSchema>
export type Tokens = z.infer<typeof tokensSchema>
