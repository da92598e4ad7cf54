import { createDynamoClient } from '@nashta/dynamodb/create-client'
import { scanItems } from '@nashta/dynamodb/read-items'
import type { Interaction } from '../../model/interaction.ts'
import { shopperIn } from './event-items.ts'
import { interactionsOf } from './interactions.ts'
import { readViewsFrom } from './learning-items.ts'

type Source = { table: string; region: string; endpoint?: string | undefined }

/** All of them, read from a thread of its own: what it may see there comes from the environment. */
export async function readInteractions({ table, region, endpoint }: Source): Promise<Interaction[]> {
  const client = createDynamoClient({ region, endpoint, environment: process.env })
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
