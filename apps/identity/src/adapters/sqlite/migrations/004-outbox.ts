import { OUTBOX_SQL } from '@nashta/outbox/sqlite-outbox'
import type { Migration } from '@nashta/sqlite/migrate'

export const outbox: Migration = { id: 4, name: 'outbox', sql: OUTBOX_SQL }
