import type { AwsConnection } from '@nashta/dynamodb/connect-aws'
import { recommendationsTable, type Settings } from '@nashta/service-kit/process/settings'
import { openDynamoRecommendations } from './dynamodb-recommendations.ts'
import type { SqliteRecommendationsOptions } from './sqlite-recommendations.ts'

/** The table of a recommendation service with CLOUD=aws, as the settings name it. */
export function recommendationsStorageOnAws(aws: AwsConnection, settings: Settings) {
  const { client, region, endpoint, credentials } = aws
  const table = recommendationsTable(settings)
  return {
    table,
    open: (options: Omit<SqliteRecommendationsOptions, 'dataFolder'>) =>
      openDynamoRecommendations({
        ...options,
        client,
        table,
        // The training thread opens the table with a client of its own.
        source: { region, endpoint },
        credentials,
      }),
  }
}
