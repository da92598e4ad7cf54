import type { Dynamo } from '@nashta/dynamodb/create-client'
import type { TableDefinition } from '@nashta/dynamodb/create-tables'

/** Where the adapters keep what they keep. */
export type RecommendationsTable = { client: Dynamo; table: string }

export function recommendationsTableDefinition(name: string): TableDefinition {
  return { name, key: { hash: 'pk', range: 'sk' }, expiresAt: 'expiresAt' }
}

/** For the attribute after which DynamoDB may delete an item. */
export function secondOf(time: number) {
  return Math.floor(time / 1000)
}
