import type { AwsConnection } from '@nashta/dynamodb/connect-aws'
import { createS3ImageStore, HELP_PICTURES_PREFIX } from '@nashta/images/s3-image-store'
import type { Settings } from '@nashta/service-kit/process/settings'
import { openDynamoShopApi } from './dynamodb-shop-api.ts'
import type { SqliteShopApiOptions } from './sqlite-shop-api.ts'

/** The tables and the bucket of a Shop API with CLOUD=aws, as the settings name them. */
export function shopStorageOnAws(aws: AwsConnection, settings: Settings) {
  const { client, region, environment, credentials } = aws
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
    tables,
    images,
    open: (options: Omit<SqliteShopApiOptions, 'dataFolder'>) =>
      openDynamoShopApi({ ...options, client, tables, snapshots, helpPictures }),
  }
}
