import type { LogKind } from '@nashta/contracts/operators/operator-log'
import type { Authorship, Changes } from './logged-change.ts'

/** A change that an operator made. An entry is never changed or removed. */
export type LogEntry = Authorship & {
  kind: LogKind
  /** The id of what changed. */
  subject: string
  action: 'create' | 'update' | 'delete' | 'grant' | 'revoke'
  changes: Changes
}

export type StoredLogEntry = LogEntry & {
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
  list(filter: LogFilter, page: { limit: number; after?: string | undefined }): Promise<StoredLogEntry[]>

  /**
   * Logs a change outside our stores or across several of them, such as a new role in the user
   * pool. Any other change is logged by its store, in the same transaction.
   */
  append(entry: LogEntry): Promise<void>
}
