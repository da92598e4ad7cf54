import * as z from 'zod/mini'

/** The shopper's `sub` in the user pool: an unguessable id, never the e-mail. */
export const userIdSchema = z.string().check(z.minLength(1), z.maxLength(128))
