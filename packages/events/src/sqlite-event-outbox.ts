import type { ShopEvent } from '@nashta/contracts/shop-event'
import type { Database } from '@nashta/sqlite/database'
import type { EventOutbox } from './event-outbox.ts'

export const EVENTS_SQL = `
  CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event TEXT NOT NULL
  ) STRICT;
`

export type SqliteEventOutbox = EventOutbox & {
  /** Only inside `database.write`: the event is kept or lost together with what it is about. */
  add(event: ShopEvent): void
}

export function createSqliteEventOutbox({ connection, write }: Database): SqliteEventOutbox {
  const insert = connection.prepare('INSERT INTO events (event) VALUES (?)')
  const selectOldest = connection.prepare('SELECT id, event FROM events ORDER BY id LIMIT ?')
  const removeTold = connection.prepare('DELETE FROM events WHERE id <= ?')
  const listeners = new Set<() => void>()

  return {
    add(event) {
      if (!connection.isTransaction) throw new Error('An event is added inside the write that it is about')
      insert.run(JSON.stringify(event))
      for (const listener of listeners) listener()
    },
    async waiting(limit) {
      const rows = selectOldest.all(limit) as { id: number; event: string }[]
      return {
        // Written by `add` and by nobody else.
        events: rows.map(({ event }) => JSON.parse(event) as ShopEvent),
        async done() {
          const last = rows.at(-1)
          if (last) await write(() => removeTold.run(last.id))
        },
      }
    },
    onAdded(listener) {
      listeners.add(listener)
    },
  }
}
