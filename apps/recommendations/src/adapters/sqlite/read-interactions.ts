import { DatabaseSync } from 'node:sqlite'
import { prepare } from '@nashta/sqlite/statement'
import type { Interaction } from '../../model/training-data.ts'

/** All interactions, one by one, on a connection of its own; writers are not blocked. */
export function* readInteractions(path: string): Generator<Interaction> {
  const connection = new DatabaseSync(path, { readOnly: true })
  try {
    const rows = prepare<InteractionRow>(
      connection,
      'SELECT userId, at, eventId, productId, kind, quantity FROM interactions',
    )
    for (const row of rows.iterate()) {
      const { eventId, ...interaction } = row
      yield Object.assign(interaction, { basketId: eventId })
    }
  } finally {
    connection.close()
  }
}

type InteractionRow = Omit<Interaction, 'basketId'> & { eventId: string }
