import { EVENTS_SQL } from '@nashta/events/sqlite-event-outbox'
import type { Migration } from '@nashta/sqlite/migrate'

export const events: Migration = { id: 8, name: 'events', sql: EVENTS_SQL }
