import { randomUUID } from 'node:crypto'
import type { LogKind } from '@nashta/contracts/operators/operator-log'
import type { Document, Documents, DocumentWrite } from '@nashta/documents/documents'
import type { Authorship, Changes } from './logged-change.ts'

/** A change that an operator made. An entry is never changed or removed. */
export type LogEntry = Authorship & {
  kind: LogKind
  /** The id of what changed. */
  subject: string
  action: 'create' | 'update' | 'delete' | 'grant' | 'revoke' | 'invite' | 'withdraw' | 'close' | 'export'
  changes: Changes
}

type ListedLogEntry = LogEntry & {
  /** The id of the entry, and also the cursor of the page after it. */
  id: string
}

export type LogFilter = {
  kind?: LogKind | undefined
  /** A filter by subject needs `kind` too. */
  subject?: string | undefined
  /** The `sub` of an operator. */
  by?: string | undefined
  /** From this time on. */
  from?: string | undefined
  /** Before this time. */
  until?: string | undefined
}

export interface OperatorLog {
  /** Newest first: at most `limit` entries, beginning after the entry with the id `after`. */
  list(filter: LogFilter, page: { limit: number; after?: string | undefined }): Promise<ListedLogEntry[]>

  /**
   * Logs a change outside our stores or across several of them, such as a new role in the user
   * pool. Any other change is logged by its store, in the same transaction.
   */
  append(entry: LogEntry): Promise<void>
}

/** An entry as it is stored. Older entries have their changes as JSON text. */
type StoredEntry = Omit<LogEntry, 'changes'> & { changes: Changes | string }

const processId = randomUUID()

/** The number of entries that this process has written. It orders the entries of one millisecond. */
let entryCount = 0

/**
 * The writes of an entry, for the transaction of its change. The entry is stored in four lists: of
 * all entries, of its kind, of its subject and of its operator.
 */
export function logWrites(entry: LogEntry): DocumentWrite[] {
  const { at, by, kind, subject, action, changes } = entry
  entryCount += 1
  const sk = `${at}#${String(entryCount).padStart(12, '0')}#${processId}`
  const lists: LogFilter[] = [{}, { kind }, { kind, subject }, { by: by.sub }]
  const body = { at, by, kind, subject, action, changes }
  return lists.map((list) => ({ put: { key: { pk: listPk(list), sk }, body }, seen: null }))
}

export function createOperatorLog(documents: Documents): OperatorLog {
  return {
    append: (entry) => documents.commit(logWrites(entry)),
    async list(filter, { limit, after }) {
      const { by, from, until } = filter
      const found: ListedLogEntry[] = []
      // A sort key begins with the time of the entry, so an entry at the time `until` is not below.
      let below = earlierOf(after, until)
      for (;;) {
        const range = { above: from, below, limit, isFalling: true }
        const page = await documents.listByKey<StoredEntry>(listPk(filter), range)
        const entries = page.map(toLogEntry)
        // The list of a kind or of a subject has the entries of all operators.
        found.push(...entries.filter((entry) => by === undefined || entry.by.sub === by))
        if (found.length >= limit || page.length < limit) return found.slice(0, limit)
        below = page.at(-1)?.key.sk
      }
    },
  }
}

function earlierOf(one: string | undefined, other: string | undefined) {
  if (one === undefined || other === undefined) return one ?? other
  return one < other ? one : other
}

function toLogEntry({ key, body }: Document<StoredEntry>): ListedLogEntry {
  const { changes } = body
  return { ...body, id: key.sk, changes: typeof changes === 'string' ? JSON.parse(changes) : changes }
}

/**
 * The partition key of the list that a filter reads. A filter by kind reads the entries of all
 * operators, even if the filter names an operator.
 */
function listPk({ kind, subject, by }: LogFilter) {
  if (kind === undefined) return by === undefined ? 'log#all' : `log#by#${by}`
  return subject === undefined ? `log#kind#${kind}` : `log#subject#${kind}#${subject}`
}
