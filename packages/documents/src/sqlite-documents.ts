import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { SqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import type { Database } from '@nashta/sqlite/database'
import {
  Conflict,
  type Document,
  type DocumentKey,
  type Documents,
  type DocumentWrite,
  type Range,
  retryConflicts,
  versionAfter,
} from './documents.ts'

/** For the migrations of a database with documents. `body` is JSON; `expiresAt` is in milliseconds. */
export const DOCUMENTS_SQL = `
  CREATE TABLE documents (
    pk TEXT NOT NULL,
    sk TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    list TEXT,
    place TEXT,
    expiresAt INTEGER,
    PRIMARY KEY (pk, sk)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX documentsByPlace ON documents (list, place) WHERE list IS NOT NULL;
  CREATE INDEX documentsByExpiry ON documents (expiresAt) WHERE expiresAt IS NOT NULL;
`

const PRUNE_EVERY_MS = 60 * 60 * 1000

/** Each retry means that another commit has succeeded. Fewer commits compete for one document. */
const CONFLICT_RETRIES = 1000

/** SQLite's LIMIT for all rows. */
const NO_LIMIT = -1

/** A row of the table. `list` and `place` are null for a document that is in no list. */
export type DocumentRow = DocumentKey & {
  version: number
  body: string
  list: string | null
  place: string | null
  expiresAt: number | null
}

export type SqliteDocumentsDeps = {
  database: Database
  now: () => Date
  /** Must write to the same database. Without an outbox, outbox entries are dropped. */
  outbox?: Pick<SqliteOutbox, 'add'>
}

/**
 * For other adapters, whose transactions also write documents. The functions must be called inside
 * a `write` of the database.
 */
export function prepareDocumentWrites({ prepare }: Database) {
  const selectVersion = prepare<{ version: number }>('SELECT version FROM documents WHERE pk = ? AND sk = ?')
  const insert = prepare(`
    INSERT INTO documents (version, body, list, place, expiresAt, pk, sk) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (pk, sk) DO NOTHING
  `)
  const replace = prepare(`
    UPDATE documents SET version = ?, body = ?, list = ?, place = ?, expiresAt = ?
    WHERE pk = ? AND sk = ? AND version = ?
  `)
  const remove = prepare('DELETE FROM documents WHERE pk = ? AND sk = ?')
  const select = prepare<DocumentRow>('SELECT * FROM documents WHERE pk = ? AND sk = ?')
  const selectByKey = prepare<DocumentRow>('SELECT * FROM documents WHERE pk = ? ORDER BY sk')

  function isAsSeen(write: DocumentWrite) {
    // Only a deletion may omit what was seen.
    if (write.seen === undefined) return true
    const { pk, sk } = 'put' in write ? write.put.key : write.delete
    return selectVersion.get(pk, sk)?.version === write.seen?.version
  }

  /** Returns false when the document of a put is no longer as it was seen. */
  function apply(write: DocumentWrite): boolean {
    if ('delete' in write) {
      remove.run(write.delete.pk, write.delete.sk)
      return true
    }
    const { put, seen } = write
    const { key, body, place, expiresAt } = put
    const columns = [
      versionAfter(seen),
      JSON.stringify(body),
      place?.list ?? null,
      place?.place ?? null,
      expiresAt?.getTime() ?? null,
      key.pk,
      key.sk,
    ]
    const { changes } = seen === null ? insert.run(...columns) : replace.run(...columns, seen.version)
    return changes === 1
  }

  /** Returns false, and writes nothing, when a document is no longer as it was seen. */
  function tryWrite(writes: readonly DocumentWrite[]): boolean {
    const [only, ...others] = writes
    // A put checks by itself what was seen.
    if (only && 'put' in only && others.length === 0) return apply(only)
    if (!writes.every(isAsSeen)) return false
    if (!writes.every(apply)) throw new Error('A transaction writes each document only once')
    return true
  }

  return {
    /** As the document is within the transaction. */
    get<Body>({ pk, sk }: DocumentKey): Document<Body> | null {
      const row = select.get(pk, sk)
      return row ? toDocument<Body>(row) : null
    },
    listByKey: <Body>(pk: string): Document<Body>[] =>
      selectByKey.all(pk).map((row) => toDocument<Body>(row)),
    tryWrite,
    write: (writes: readonly DocumentWrite[]) => {
      if (!tryWrite(writes)) throw new Conflict()
    },
  }
}

export function createSqliteDocuments({ database, now, outbox }: SqliteDocumentsDeps): Documents {
  const { prepare } = database
  const { tryWrite } = prepareDocumentWrites(database)
  const select = prepare<DocumentRow>('SELECT * FROM documents WHERE pk = ? AND sk = ?')
  const remove = prepare('DELETE FROM documents WHERE pk = ? AND sk = ?')
  const removeExpired = prepare('DELETE FROM documents WHERE expiresAt < ?')
  const countPlaces = prepare<{ count: number }>('SELECT count(*) AS count FROM documents WHERE list = ?')
  const byKey = prepareRanges('pk', 'sk')
  const byPlace = prepareRanges('list', 'place')
  let prunedAt = Number.NEGATIVE_INFINITY

  /** One statement for each direction. The upper bound is null when there is none. */
  function prepareRanges(group: string, sorted: string) {
    const ranges = (order: string) =>
      prepare<DocumentRow>(`
        SELECT * FROM documents WHERE ${group} = ?1 AND ${sorted} > ?2 AND (?3 IS NULL OR ${sorted} < ?3)
        ORDER BY ${sorted} ${order} LIMIT ?4
      `)
    return { rising: ranges('ASC'), falling: ranges('DESC') }
  }

  function listRange<Body>(
    { rising, falling }: typeof byKey,
    group: string,
    { above = '', below, limit = NO_LIMIT, isFalling = false }: Range = {},
  ) {
    const rows = (isFalling ? falling : rising).all(group, above, below ?? null, limit)
    return rows.map((row) => toDocument<Body>(row))
  }

  function pruneOncePerHour() {
    const time = now().getTime()
    if (time - prunedAt < PRUNE_EVERY_MS) return
    prunedAt = time
    removeExpired.run(time)
  }

  return {
    get: async <Body>({ pk, sk }: DocumentKey) => {
      const row = select.get(pk, sk)
      return row ? toDocument<Body>(row) : null
    },
    listByKey: async <Body>(pk: string, range?: Range) => listRange<Body>(byKey, pk, range),
    listByPlace: async <Body>(list: string, range?: Range) => listRange<Body>(byPlace, list, range),
    count: async (list) => countPlaces.get(list)?.count ?? 0,

    async commit(writes, entries: readonly OutboxEntry[] = []) {
      // If this function threw, the writer would run the other commits of its batch again. So a
      // conflict is returned as false, and thrown afterwards.
      const isCommitted = await database.write(() => {
        if (!tryWrite(writes)) return false
        for (const entry of entries) outbox?.add(entry)
        pruneOncePerHour()
        return true
      })
      if (!isCommitted) throw new Conflict()
    },

    // A conflict means that another commit has succeeded, so the next try needs no delay.
    retryConflicts: (work) => retryConflicts(work, { retries: CONFLICT_RETRIES, delay: async () => {} }),

    erase: (keys) => database.write(() => keys.forEach(({ pk, sk }) => remove.run(pk, sk))),
  }
}

function toDocument<Body>({ pk, sk, version, body }: DocumentRow): Document<Body> {
  return { key: { pk, sk }, version, body: JSON.parse(body) }
}
