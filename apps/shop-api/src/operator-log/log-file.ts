import type { Caller } from '@nashta/service-kit/auth/authorise'
import { type AuthorshipDeps, authorshipOf } from './logged-change.ts'
import type { OperatorLog } from './operator-log.ts'

type LogFileDeps = AuthorshipDeps & { operatorLog: OperatorLog }

/** Logs that an operator takes a file of people. `rows` is left out for a file that is sent while it is read. */
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
