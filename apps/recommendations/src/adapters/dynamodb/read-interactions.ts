import { createDynamoClient } from '@nashta/dynamodb/create-client'
import { type Item, scanPages } from '@nashta/dynamodb/read-items'
import type { Interaction } from '../../model/training-data.ts'
import type { InteractionSource } from '../../training/interaction-source.ts'
import { readOldestView } from './data-version.ts'
import { SHOPPER, shopperIn } from './event-items.ts'
import { interactionsOf } from './interactions.ts'

type Source = Extract<InteractionSource, { dynamodb: unknown }>['dynamodb']

/** All interactions, page by page; runs in the training thread. */
export async function* readInteractions({ table, ...source }: Source): AsyncGenerator<Interaction[]> {
  const client = createDynamoClient({ ...source, environment: process.env })
  try {
    const oldestView = await readOldestView({ client, table })
    const pages = scanPages(client, {
      TableName: table,
      FilterExpression: 'begins_with(pk, :shopper)',
      ExpressionAttributeValues: { ':shopper': SHOPPER },
    })
    for await (const shoppers of wholeShoppers(pages)) {
      yield shoppers.flatMap(([userId, items]) =>
        userId === null ? [] : interactionsOf(userId, items, oldestView),
      )
    }
  } finally {
    client.destroy()
  }
}

type Shopper = [userId: string | null, items: Item[]]

/** Yields shoppers with all their items: the last shopper of a page may continue on the next page. */
async function* wholeShoppers(pages: AsyncIterable<Item[]>): AsyncGenerator<Shopper[]> {
  let last: Shopper | undefined
  for await (const page of pages) {
    const shoppers: Shopper[] = [...Map.groupBy([...(last?.[1] ?? []), ...page], shopperIn)]
    last = shoppers.pop()
    yield shoppers
  }
  if (last) yield [last]
}
