import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Database } from '@nashta/sqlite/database'
import type { EventOutbox } from './event-outbox.ts'

export const EVENTS_SQL = `
  CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event TEXT NOT NULL
  ) STRICT;

  CREATE TABLE eventMarks (
    subject TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    touched TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`

/** Stands between the names in a mark, and in no name. */
const SEPARATOR = '\u001F'

/** Of whom it is remembered that they are marked; the others are marked again, which does no harm. */
const MARKED_MAX = 10_000

export type SqliteEventOutbox = EventOutbox & {
  /** Only inside `database.write`: the event is kept or lost together with what it is about. */
  add(event: ShopEvent): void

  /**
   * As `add`, for what changes often and is told as it is in the end: notes whose it is, its version, and what was
   * touched. However often it changes meanwhile, it is described once.
   */
  mark(subject: string, version: number, touched: readonly string[]): void
}

/** Says what became of a subject, when its turn has come. */
export type DescribeMark = (subject: string, touched: readonly string[]) => ShopEvent | null

export function createSqliteEventOutbox(
  { connection, write, onceDurable }: Database,
  describe: DescribeMark = () => null,
): SqliteEventOutbox {
  const insert = connection.prepare('INSERT INTO events (event) VALUES (?)')
  const selectOldest = connection.prepare('SELECT id, event FROM events ORDER BY id LIMIT ?')
  const removeTold = connection.prepare('DELETE FROM events WHERE id <= ?')
  const insertMark = connection.prepare(`
    INSERT INTO eventMarks (subject, version, touched) VALUES (?, ?, ?)
    ON CONFLICT (subject) DO UPDATE SET
      version = excluded.version, touched = touched || '${SEPARATOR}' || excluded.touched
  `)
  const selectMarks = connection.prepare('SELECT subject, version, touched FROM eventMarks LIMIT ?')
  const removeMark = connection.prepare('DELETE FROM eventMarks WHERE subject = ? AND version = ?')
  const listeners = new Set<() => void>()
  /** What is marked on disk, and nobody has begun to tell. */
  const marked = new Map<string, Set<string>>()

  function isMarked(subject: string, touched: readonly string[]) {
    const known = marked.get(subject)
    return known !== undefined && touched.every((name) => known.has(name))
  }

  function rememberMark(subject: string, touched: readonly string[]) {
    if (marked.size >= MARKED_MAX) marked.clear()
    marked.set(subject, new Set([...(marked.get(subject) ?? []), ...touched]))
  }

  function note(write: () => void) {
    if (!connection.isTransaction) throw new Error('An event is added inside the write that it is about')
    write()
    for (const listener of listeners) listener()
  }

  return {
    add: (event) => note(() => insert.run(JSON.stringify(event))),
    mark: (subject, version, touched) =>
      note(() => {
        if (isMarked(subject, touched)) return
        insertMark.run(subject, version, touched.join(SEPARATOR))
        onceDurable(() => rememberMark(subject, touched))
      }),
    async waiting(limit) {
      const rows = selectOldest.all(limit) as { id: number; event: string }[]
      const marks = selectMarks.all(limit - rows.length) as Mark[]
      for (const { subject } of marks) marked.delete(subject)
      const described = marks.map(({ subject, touched }) =>
        describe(subject, [...new Set(touched.split(SEPARATOR))]),
      )
      return {
        events: [
          // Written by `add` and by nobody else.
          ...rows.map(({ event }) => JSON.parse(event) as ShopEvent),
          ...described.filter((event) => event !== null),
        ],
        async done() {
          const last = rows.at(-1)
          await write(() => {
            if (last) removeTold.run(last.id)
            // What changed since then has another version, and is told again.
            for (const { subject, version } of marks) removeMark.run(subject, version)
          })
        },
      }
    },
    onAdded(listener) {
      listeners.add(listener)
    },
  }
}

type Mark = { subject: string; version: number; touched: string }
