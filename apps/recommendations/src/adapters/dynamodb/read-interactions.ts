import { createDynamoClient } from '@nashta/dynamodb/create-client'
import { scanItems } from '@nashta/dynamodb/read-items'
import type { Interaction } from '../../model/interaction.ts'
import type { InteractionSource } from '../../training/interaction-source.ts'
import { shopperIn } from './event-items.ts'
import { interactionsOf } from './interactions.ts'
import { readViewsFrom } from './learning-items.ts'

type Source = Extract<InteractionSource, { dynamodb: unknown }>['dynamodb']

/** All of them, read from a thread of its own. */
export async function readInteractions({ table, ...source }: Source): Promise<Interaction[]> {
  const client = createDynamoClient({ ...source, environment: process.env })
  try {
    const viewsFrom = await readViewsFrom({ client, table })
    const byShopper = Map.groupBy(await scanItems(client, table), shopperIn)
    return Array.from(byShopper).flatMap(([userId, items]) =>
      userId === null ? [] : interactionsOf(userId, items, viewsFrom),
    )
  } finally {
    client.destroy()
  }
}
