import { fromCognitoIdentityPool } from '@aws-sdk/credential-provider-cognito-identity'
import { createDynamoClient } from '@nashta/dynamodb/create-client'
import { readItem } from '@nashta/dynamodb/read-items'
import { createDynamoAccountRecords } from '@nashta/identity/adapters/dynamodb/account-records'
import { createS3ImageStore, HELP_PICTURES_PREFIX } from '@nashta/images/s3-image-store'
import { openDynamoRecommendations } from '@nashta/recommendations/dynamodb-recommendations'
import { type Environment, recommendationsTable, type Settings } from '@nashta/service-kit/process/settings'
import { openDynamoShopApi } from '@nashta/shop-api/dynamodb-shop-api'
import type { Adapters } from './adapters.ts'

/** Storage in DynamoDB tables and an S3 bucket. Several processes of the store may share it. */
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
  const bucket = {
    bucket: settings.IMAGES_BUCKET,
    region,
    endpoint: settings.S3_ENDPOINT,
    environment,
    ...(credentials && { credentials }),
  }
  const images = createS3ImageStore(bucket)
  const helpPictures = createS3ImageStore({ ...bucket, folder: HELP_PICTURES_PREFIX })
  const snapshots = images.privateFile('catalogue-snapshot')
  return {
    images,
    openShopApi: (options) => openDynamoShopApi({ ...options, client, tables, snapshots, helpPictures }),
    openRecommendations: (options) =>
      openDynamoRecommendations({
        ...options,
        client,
        table: recommendationsTable(settings),
        // The training thread opens the table with a client of its own.
        source: { region, endpoint: settings.DYNAMODB_ENDPOINT },
        credentials,
      }),
    openAccountRecords: (now) => createDynamoAccountRecords({ client, table: tables.purchases, now }),
    neededAtStart: {
      // The read of a missing item shows that the table can be reached.
      dynamodb: async () => void (await readItem(client, tables.purchases, { pk: 'probe', sk: 'probe' })),
    },
    close: () => client.destroy(),
  }
}

/**
 * Temporary credentials from a Cognito identity pool; undefined when the AWS SDK finds credentials
 * by itself.
 */
export function awsCredentials(settings: Settings) {
  if (settings.AWS_CREDENTIALS !== 'identity-pool') return undefined
  const { AWS_REGION: region, IDENTITY_POOL_ID: identityPoolId, COGNITO_ENDPOINT } = settings
  // A stand-in for Cognito serves the identity pool at the same host as the user pool.
  const endpoint = COGNITO_ENDPOINT && new URL('/identity-pool', COGNITO_ENDPOINT).href
  return fromCognitoIdentityPool({ identityPoolId, clientConfig: { region, ...(endpoint && { endpoint }) } })
}
