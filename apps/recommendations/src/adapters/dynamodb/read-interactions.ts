import { createDynamoClient } from '@nashta/dynamodb/create-client'
import { type Item, scanPages } from '@nashta/dynamodb/read-items'
import type { Interaction } from '../../model/training-data.ts'
import type { InteractionSource } from '../../training/interaction-source.ts'
import { readViewsFrom } from './data-version.ts'
import { SHOPPER, shopperIn } from './event-items.ts'
import { interactionsOf } from './interactions.ts'

type Source = Extract<InteractionSource, { dynamodb: unknown }>['dynamodb']

/** All of them, page by page, read from a thread of its own. */
export async function* readInteractions({ table, ...source }: Source): AsyncGenerator<Interaction[]> {
  const client = createDynamoClient({ ...source, environment: process.env })
  try {
    const viewsFrom = await readViewsFrom({ client, table })
    const pages = scanPages(client, {
      TableName: table,
      FilterExpression: 'begins_with(pk, :shopper)',
      ExpressionAttributeValues: { ':shopper': SHOPPER },
    })
    for await (const shoppers of wholeShoppers(pages)) {
      yield shoppers.flatMap(([userId, items]) =>
        userId === null ? [] : interactionsOf(userId, items, viewsFrom),
      )
    }
  } finally {
    client.destroy()
  }
}

type Shopper = [userId: string | null, items: Item[]]

/** The last of a page may go on in the next; and a word about a cart's line says nothing without the one before. */
async function* wholeShoppers(pages: AsyncIterable<Item[]>): AsyncGenerator<Shopper[]> {
  let last: Shopper | undefined
  for await (const page of pages) {
    const shoppers: Shopper[] = [...Map.groupBy([...(last?.[1] ?? []), ...page], shopperIn)]
    last = shoppers.pop()
    yield shoppers
  }
  if (last) yield [last]
}
