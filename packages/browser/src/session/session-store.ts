import { userIdSchema } from '@nashta/contracts/fields'
import * as z from 'zod/mini'
import type { BrowserStorage } from '../storage/browser-storage.ts'
import { parseRecord, serialiseRecord } from '../storage/storage-record.ts'
import { CURRENT_USER_KEY, TOKENS_KEY } from './session-keys.ts'

const currentUserSchema = z.object({
  /** The user id, as in the `{userId}` of API paths. */
  sub: userIdSchema,
  /** The same as `email`. */
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
})

const tokensSchema = z.object({
  accessToken: z.string().check(z.minLength(1)),
  idToken: z.string().check(z.minLength(1)),
  /** Milliseconds since 1970. */
  tokenExpiry: z.int(),
  /** Whether expired tokens may be renewed without a new sign-in. */
  rememberMe: z.optional(z.boolean()),
})

export type CurrentUser = z.infer<typeof currentUserSchema>
export type Tokens = z.infer<typeof tokensSchema>

export const currentUserRecord = { key: CURRENT_USER_KEY, version: 1, schema: currentUserSchema }
export const tokensRecord = { key: TOKENS_KEY, version: 1, schema: tokensSchema }

export type SessionData = { user: CurrentUser; tokens: Tokens }

export type SessionStore = ReturnType<typeof createSessionStore>

/**
 * Stores the session, so that it survives reloads. Where storage does not work, the session lasts
 * until the page is left, because `createSession` has it in memory.
 */
export function createSessionStore(storage: BrowserStorage) {
  const readUser = () => parseRecord(currentUserRecord, storage.getItem(CURRENT_USER_KEY))

  return {
    /** Null unless both records are valid. */
    read(): SessionData | null {
      const user = readUser()
      const tokens = parseRecord(tokensRecord, storage.getItem(TOKENS_KEY))
      return user && tokens ? { user, tokens } : null
    },
    write({ user, tokens }: SessionData) {
      // Even if a write fails, storage never holds the tokens of one user with the name of another.
      if (readUser()?.sub !== user.sub) storage.removeItem(TOKENS_KEY)
      if (storage.setItem(CURRENT_USER_KEY, serialiseRecord(currentUserRecord, user)))
        storage.setItem(TOKENS_KEY, serialiseRecord(tokensRecord, tokens))
    },
    clear() {
      storage.removeItem(TOKENS_KEY)
      storage.removeItem(CURRENT_USER_KEY)
    },
  }
}
