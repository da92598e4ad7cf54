import type { LogKind } from '@nashta/contracts/operators/operator-log'
import type { LogEntry, OperatorLog } from './operator-log.ts'

/** The log entries of one subject, such as a product, oldest first and without their ids. */
export async function loggedChanges(log: OperatorLog, kind: LogKind, subject: string): Promise<LogEntry[]> {
  const entries = await log.list({ kind, subject }, { limit: 100 })
  return entries.toReversed().map(({ id: _id, ...entry }) => entry)
}
