import type { Dynamo } from '@nashta/dynamodb/create-client'
import type { TableDefinition } from '@nashta/dynamodb/create-tables'

export type RecommendationsTable = { client: Dynamo; table: string }

export function recommendationsTableDefinition(name: string): TableDefinition {
  return { name, key: { hash: 'pk', range: 'sk' }, expiresAt: 'expiresAt' }
}

/** In seconds, for the attribute by which DynamoDB expires an item. */
export function secondOf(time: number) {
  return Math.floor(time / 1000)
}
