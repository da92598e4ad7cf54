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
 * The SQL condition of each filter. Entries are listed newest first, so the entries that follow
 * `after` have smaller numbers.
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
  // One statement for each combination of filters, so that SQLite can use the index of that combination.
  const selects = new Map<string, Statement<LogRow>>()

  /** Names without a condition, such as `limit`, are ignored. */
  function prepareSelect(names: readonly string[]) {
    const condition = Object.entries(CONDITIONS)
      .filter(([name]) => names.includes(name))
      .map(([, sql]) => sql)
      .join(' AND ')
    const prepared = selects.get(condition)
    if (prepared) return prepared
    const select = prepare<LogRow>(
      `SELECT * FROM operatorLog ${condition && `WHERE ${condition}`} ORDER BY entry DESC LIMIT @limit`,
    )
    selects.set(condition, select)
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
      const given: Record<string, SQLInputValue> = { limit }
      for (const [name, value] of Object.entries(filter)) if (value !== undefined) given[name] = value
      // A client may send an id that is not a number, such as one of a log in DynamoDB. The list is
      // then empty: the numbers of entries begin at 1, so none is below 0.
      if (after !== undefined) given['after'] = Number.isSafeInteger(Number(after)) ? Number(after) : 0
      return prepareSelect(Object.keys(given)).all(given).map(toLogEntry)
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
