import { connectAws } from '@nashta/dynamodb/connect-aws'
import { createDynamoAccountRecords } from '@nashta/identity/adapters/dynamodb/account-records'
import { recommendationsStorageOnAws } from '@nashta/recommendations/dynamodb-from-settings'
import type { Environment, Settings } from '@nashta/service-kit/process/settings'
import { shopStorageOnAws } from '@nashta/shop-api/dynamodb-from-settings'
import type { Adapters } from './adapters.ts'

/** Storage in DynamoDB tables and an S3 bucket. Several processes of the store may share it. */
export function awsAdapters(settings: Settings, environment: Environment): Adapters {
  const aws = connectAws(settings, environment)
  const { tables, images, open } = shopStorageOnAws(aws, settings)
  return {
    images,
    openShopApi: open,
    openRecommendations: recommendationsStorageOnAws(aws, settings).open,
    openAccountRecords: (now) =>
      createDynamoAccountRecords({ client: aws.client, table: tables.purchases, now }),
    neededAtStart: { dynamodb: () => aws.probe(tables.purchases) },
    close: aws.close,
  }
}
