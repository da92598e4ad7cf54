import { createDynamoClient } from '@nashta/dynamodb/create-client'
import { createS3ImageStore } from '@nashta/images/s3-image-store'
import { openDynamoRecommendations } from '@nashta/recommendations/dynamodb-recommendations'
import { type Environment, recommendationsTable, type Settings } from '@nashta/service-kit/process/settings'
import { openDynamoShopApi } from '@nashta/shop-api/dynamodb-shop-api'
import type { Adapters } from './adapters.ts'
import { awsCredentials } from './aws-credentials.ts'

/** DynamoDB tables and an S3 bucket, which any number of stores share. */
export function awsAdapters(settings: Settings, environment: Environment): Adapters {
  const region = settings.AWS_REGION
  const credentials = awsCredentials(settings)
  const client = createDynamoClient({
    region,
    endpoint: settings.DYNAMODB_ENDPOINT,
    environment,
    credentials,
  })
  const tables = {
    products: settings.PRODUCTS_TABLE_NAME,
    carts: settings.CARTS_TABLE_NAME,
    purchases: settings.PURCHASES_TABLE_NAME,
  }
  return {
    images: createS3ImageStore({
      bucket: settings.IMAGES_BUCKET,
      region,
      endpoint: settings.S3_ENDPOINT,
      environment,
      ...(credentials && { credentials }),
    }),
    openShopApi: (options) => openDynamoShopApi({ ...options, client, tables }),
    openRecommendations: (options) =>
      openDynamoRecommendations({
        ...options,
        client,
        table: recommendationsTable(settings),
        source: { region, endpoint: settings.DYNAMODB_ENDPOINT },
        credentials,
      }),
    close: () => client.destroy(),
  }
}
