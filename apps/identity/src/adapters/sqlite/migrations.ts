import type { Migration } from '@nashta/sqlite/migrate'
import { users } from './migrations/001-users.ts'
import { sessions } from './migrations/002-sessions.ts'
import { attempts } from './migrations/003-attempts.ts'
import { outbox } from './migrations/004-outbox.ts'

/** In the order they are applied; a released one is never changed. */
export const identityMigrations: readonly Migration[] = [users, sessions, attempts, outbox]
