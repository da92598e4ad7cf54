import { DatabaseSync } from 'node:sqlite'
import { prepare } from '@nashta/sqlite/statement'
import type { Interaction } from '../../model/training-data.ts'

/** All interactions, in no particular order. The connection is read-only and does not block writers. */
export function* readInteractions(path: string): Generator<Interaction> {
  const connection = new DatabaseSync(path, { readOnly: true })
  try {
    const selectAll = prepare<Interaction>(
      connection,
      'SELECT userId, productId, kind, quantity, at, eventId FROM interactions',
    )
    yield* selectAll.iterate()
  } finally {
    connection.close()
  }
}
