import type { Dynamo } from '@nashta/dynamodb/create-client'
import { createTables } from '@nashta/dynamodb/create-tables'
import { connectDynamoDbLocal, newTableName } from '@nashta/dynamodb/dynamodb-local.fixture'
import { type RecommendationsTable, recommendationsTableDefinition } from './tables.ts'

/** Creates an empty table for one test. */
export async function makeRecommendationsTable(client: Dynamo): Promise<RecommendationsTable> {
  const table = newTableName('recommendations')
  // Tests use times in the past, so DynamoDB would delete expiring items before the tests read them.
  const { expiryAttribute: _expiry, ...withoutExpiry } = recommendationsTableDefinition(table)
  await createTables(client, [withoutExpiry])
  return { client, table }
}

/** A client that calls `beforeSend` before each request, with the request's number from 1 on. */
export async function connectWatched(beforeSend: (request: number) => Promise<void> | void): Promise<Dynamo> {
  const client = await connectDynamoDbLocal()
  let requests = 0
  client.middlewareStack.add(
    (next) => async (args) => {
      requests += 1
      await beforeSend(requests)
      return next(args)
    },
    { step: 'initialize', priority: 'high' },
  )
  return client
}

/** The endpoint for code that creates its own client. */
export async function endpointOf(client: Dynamo): Promise<string> {
  const endpoint = await client.config.endpoint?.()
  return `http://${endpoint?.hostname}:${endpoint?.port}`
}
