import type { SQLInputValue } from 'node:sqlite'
import type { Database } from '@nashta/sqlite/database'
import type { Statement } from '@nashta/sqlite/statement'
import type { LogEntry, LogFilter, OperatorLog, StoredLogEntry } from '../../operator-log/operator-log.ts'

/** The triggers make the table append-only. */
export const OPERATOR_LOG_SQL = `
  CREATE TABLE operatorLog (
    entry INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    bySub TEXT NOT NULL,
    byUsername TEXT NOT NULL,
    byEmail TEXT,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    action TEXT NOT NULL,
    changes TEXT NOT NULL
  ) STRICT;
  CREATE INDEX operatorLogBySubject ON operatorLog (kind, subject);
  CREATE INDEX operatorLogByOperator ON operatorLog (bySub);
  CREATE INDEX operatorLogByTime ON operatorLog (at);
  CREATE TRIGGER operatorLogUnchanged BEFORE UPDATE ON operatorLog BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
  END;
  CREATE TRIGGER operatorLogKept BEFORE DELETE ON operatorLog BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
  END;
`

export type LogRow = { entry: number; byEmail: string | null } & Record<
  'at' | 'bySub' | 'byUsername' | 'kind' | 'subject' | 'action' | 'changes',
  string
>

export type SqliteOperatorLog = OperatorLog & {
  /** Must be called inside the write of the change that the entry describes. */
  add: (entry: LogEntry) => void
}

/**
 * The SQL condition of each filter. Entries are listed newest first, so the entries that follow the
 * entry `after` have smaller numbers.
 */
const CONDITIONS: Record<keyof LogFilter | 'after', string> = {
  kind: 'kind = @kind',
  subject: 'subject = @subject',
  by: 'bySub = @by',
  from: 'at >= @from',
  until: 'at < @until',
  after: 'entry < @after',
}

export function createSqliteOperatorLog({ prepare, write }: Database): SqliteOperatorLog {
  const insert = prepare(`
    INSERT INTO operatorLog (at, bySub, byUsername, byEmail, kind, subject, action, changes)
    VALUES (@at, @bySub, @byUsername, @byEmail, @kind, @subject, @action, @changes)
  `)
  // Each statement has only the conditions of the filters in use, so that SQLite can use an index.
  const selectByWhere = new Map<string, Statement<LogRow>>()

  /** The statement with the conditions of these filters. */
  function prepareSelect(filterNames: readonly string[]) {
    const conditions = Object.entries(CONDITIONS)
      .filter(([name]) => filterNames.includes(name))
      .map(([, sql]) => sql)
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
    const select =
      selectByWhere.get(where) ??
      prepare<LogRow>(`SELECT * FROM operatorLog ${where} ORDER BY entry DESC LIMIT @limit`)
    selectByWhere.set(where, select)
    return select
  }

  function add({ at, by, kind, subject, action, changes }: LogEntry) {
    insert.run({
      at,
      bySub: by.sub,
      byUsername: by.username,
      byEmail: by.email,
      kind,
      subject,
      action,
      changes: JSON.stringify(changes),
    })
  }

  return {
    add,
    append: (entry) => write(() => add(entry)),
    async list(filter, { limit, after }) {
      const afterEntry = after === undefined ? undefined : Number(after)
      // The ids of this log are whole numbers. A client that sends any other text gets an empty
      // list.
      if (afterEntry !== undefined && !Number.isSafeInteger(afterEntry)) return []
      const filterValues: Record<string, SQLInputValue> = {}
      for (const [name, value] of Object.entries({ ...filter, after: afterEntry }))
        if (value !== undefined) filterValues[name] = value
      const select = prepareSelect(Object.keys(filterValues))
      return select.all({ ...filterValues, limit }).map(toLogEntry)
    },
  }
}

export function toLogEntry({ entry, bySub, byUsername, byEmail, changes, ...row }: LogRow): StoredLogEntry {
  return {
    ...(row as Pick<LogEntry, 'at' | 'kind' | 'subject' | 'action'>),
    id: String(entry),
    by: { sub: bySub, username: byUsername, email: byEmail },
    changes: JSON.parse(changes),
  }
}
