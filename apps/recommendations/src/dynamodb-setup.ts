import { createDynamoClient, type CreateClientOptions } from '@nashta/dynamodb/create-client'
import { createTables } from '@nashta/dynamodb/create-tables'
import { recommendationsTableDefinition } from './adapters/dynamodb/tables.ts'

/** Creates the table unless it exists. Returns the names of created tables: this one or none. */
export async function createRecommendationsTable(
  table: string,
  options: CreateClientOptions,
): Promise<string[]> {
  const client = createDynamoClient(options)
  try {
    return await createTables(client, [recommendationsTableDefinition(table)])
  } finally {
    client.destroy()
  }
}
