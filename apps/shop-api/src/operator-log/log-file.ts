import type { Caller } from '@nashta/service-kit/auth/authorise'
import { type AuthorshipDeps, authorshipOf } from './logged-change.ts'
import type { OperatorLog } from './operator-log.ts'

type LogFileDeps = AuthorshipDeps & { operatorLog: OperatorLog }

/** Logs that an operator downloads a file of people. `rows` is unknown for a file that is streamed. */
export async function logFileOfPeople(deps: LogFileDeps, caller: Caller, file: string, rows?: number) {
  await deps.operatorLog.append({
    ...(await authorshipOf(deps, caller)),
    kind: 'customer',
    subject: 'file',
    action: 'export',
    changes: {
      file: { from: null, to: file },
      ...(rows !== undefined && { rows: { from: null, to: rows } }),
    },
  })
}
