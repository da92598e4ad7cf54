import type { Dynamo } from '@nashta/dynamodb/create-client'
import type { TableDefinition } from '@nashta/dynamodb/create-tables'

export type RecommendationsTable = { client: Dynamo; table: string }

export function recommendationsTableDefinition(name: string): TableDefinition {
  return { name, key: { hash: 'pk', range: 'sk' }, expiryAttribute: 'expiresAt' }
}

/** DynamoDB's expiry attribute is in seconds; all other times here are in milliseconds. */
export function toEpochSeconds(timeMs: number) {
  return Math.floor(timeMs / 1000)
}
