import type { AwsConnection } from '@nashta/dynamodb/connect-aws'
import { recommendationsTable, type Settings } from '@nashta/service-kit/process/settings'
import { openSqliteStorage } from './sqlite-storage.ts'
import type { OpenStorage } from './storage.ts'

export type ChosenStorage = {
  openStorage: OpenStorage
  /** Fails when the table cannot be reached or does not exist. */
  probeTables: () => Promise<void>
}

/** A SQLite file in the data folder, or with CLOUD=aws a DynamoDB table. */
export async function chooseStorage(settings: Settings, aws: AwsConnection | null): Promise<ChosenStorage> {
  const { DATA_DIR: dataFolder } = settings
  if (!aws)
    return {
      openStorage: (context) => openSqliteStorage({ ...context, dataFolder }),
      probeTables: async () => {},
    }
  // The AWS SDK is only loaded with CLOUD=aws.
  const { openDynamoStorage } = await import('./dynamodb-storage.ts')
  const { client, region, endpoint, credentials } = aws
  const table = recommendationsTable(settings)
  // The training thread opens the table with a client of its own.
  const source = { region, endpoint }
  return {
    openStorage: (context) => openDynamoStorage({ ...context, client, table, source, credentials }),
    probeTables: () => aws.probe(table),
  }
}
