import { OUTBOX_LETTERS_SQL } from '@nashta/mail/sqlite-outbox'
import type { Migration } from '@nashta/sqlite/migrate'

export const letters: Migration = { id: 7, name: 'letters', sql: OUTBOX_LETTERS_SQL }
