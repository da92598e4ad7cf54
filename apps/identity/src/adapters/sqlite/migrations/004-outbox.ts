import { OUTBOX_LETTERS_SQL, OUTBOX_SQL } from '@nashta/mail/sqlite-outbox'
import type { Migration } from '@nashta/sqlite/migrate'

export const outbox: Migration = { id: 4, name: 'outbox', sql: OUTBOX_SQL + OUTBOX_LETTERS_SQL }
