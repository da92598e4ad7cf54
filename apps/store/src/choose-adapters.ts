import type { AwsConnection } from '@nashta/dynamodb/connect-aws'
import { connectAwsIfSet } from '@nashta/dynamodb/connect-aws-if-set'
import { chooseStorage as chooseRecommendationsStorage } from '@nashta/recommendations/choose-storage'
import type { AccountRecords } from '@nashta/service-kit/auth/account-records'
import type { Environment, Settings } from '@nashta/service-kit/process/settings'
import { chooseStorage as chooseShopStorage } from '@nashta/shop-api/choose-storage'

/**
 * The storage of the whole store: files in the data folder, or with CLOUD=aws DynamoDB tables and an
 * S3 bucket, which several processes of the store may share.
 */
export async function chooseAdapters(settings: Settings, environment: Environment) {
  const aws = await connectAwsIfSet(settings, environment)
  const shop = await chooseShopStorage(settings, aws)
  const recommendations = await chooseRecommendationsStorage(settings, aws)
  return {
    images: shop.openImages(),
    openReleaseFiles: shop.openReleaseFiles,
    openShopStorage: shop.openStorage,
    openRecommendationsStorage: recommendations.openStorage,
    openAccountRecords: aws && (await chooseAccountRecords(settings, aws)),
    /** Probes of what must be reachable before the services are opened. */
    neededAtStart: { dynamodb: shop.probeTables },
    close: () => aws?.close(),
  }
}

/**
 * Opens the store's own records of the accounts in a remote user pool (see `AccountRecords`). Without
 * AWS, the store has no records, and asks the pool about each user and session.
 */
async function chooseAccountRecords({ PURCHASES_TABLE_NAME: table }: Settings, { client }: AwsConnection) {
  // The AWS SDK is only loaded with CLOUD=aws.
  const { createDynamoAccountRecords } = await import('@nashta/identity/adapters/dynamodb/account-records')
  return (now: () => Date): AccountRecords => createDynamoAccountRecords({ client, table, now })
}
