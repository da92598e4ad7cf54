import { createDynamoClient } from '@nashta/dynamodb/create-client'
import { type Item, scanPages } from '@nashta/dynamodb/read-items'
import type { Interaction } from '../../model/training-data.ts'
import type { InteractionSource } from '../../training/interaction-source.ts'
import { readPrunedBefore } from './data-version.ts'
import { SHOPPER_PREFIX, userIdOf } from './event-items.ts'
import { toInteractions } from './interactions.ts'

type Source = Extract<InteractionSource, { dynamodb: unknown }>['dynamodb']

/**
 * All interactions, page by page. This function runs in the training thread, so it creates its own
 * client.
 */
export async function* readInteractions({ table, ...source }: Source): AsyncGenerator<Interaction[]> {
  const client = createDynamoClient({ ...source, environment: process.env })
  try {
    const prunedBefore = await readPrunedBefore({ client, table })
    const pages = scanPages(client, {
      TableName: table,
      FilterExpression: 'begins_with(pk, :shopper)',
      ExpressionAttributeValues: { ':shopper': SHOPPER_PREFIX },
    })
    for await (const shoppers of groupByShopper(pages)) {
      yield shoppers.flatMap(({ userId, items }) => toInteractions(userId, items, prunedBefore))
    }
  } finally {
    client.destroy()
  }
}

type ShopperItems = { userId: string; items: Item[] }

/**
 * Yields all items of a shopper together. A scan returns them one after the other, but the last
 * shopper of a page may have more items on the next page.
 */
async function* groupByShopper(pages: AsyncIterable<Item[]>): AsyncGenerator<ShopperItems[]> {
  let unfinished: ShopperItems | undefined
  for await (const page of pages) {
    const itemsByUser = Map.groupBy([...(unfinished?.items ?? []), ...page], userIdOf)
    const shoppers = Array.from(itemsByUser, ([userId, items]) => ({ userId, items }))
    unfinished = shoppers.pop()
    yield shoppers
  }
  if (unfinished) yield [unfinished]
}
