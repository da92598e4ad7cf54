import type { Dynamo } from '@nashta/dynamodb/create-client'
import { createTables } from '@nashta/dynamodb/create-tables'
import { connectDynamoDbLocal, newTableName } from '@nashta/dynamodb/dynamodb-local.fixture'
import { type RecommendationsTable, recommendationsTableDefinition } from './tables.ts'

/** Fresh and empty, for one test. */
export async function makeRecommendationsTable(client: Dynamo): Promise<RecommendationsTable> {
  const table = newTableName('recommendations')
  // Tests live in the past of the real clock: what is to expire would be gone before they look.
  const { expiresAt: _expiresAt, ...lasting } = recommendationsTableDefinition(table)
  await createTables(client, [lasting])
  return { client, table }
}

/** A client that does something before each of its requests, which are counted from 1. */
export async function connectWatched(before: (request: number) => Promise<void> | void): Promise<Dynamo> {
  const client = await connectDynamoDbLocal()
  let requests = 0
  client.middlewareStack.add(
    (next) => async (args) => {
      requests += 1
      await before(requests)
      return next(args)
    },
    { step: 'initialize', priority: 'high' },
  )
  return client
}

/** For whoever is to connect by themselves. */
export async function endpointOf(client: Dynamo): Promise<string> {
  const endpoint = await client.config.endpoint?.()
  return `http://${endpoint?.hostname}:${endpoint?.port}`
}
