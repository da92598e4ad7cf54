import { join } from 'node:path'
import type { AwsConnection } from '@nashta/dynamodb/connect-aws'
import { createDiskImageStore } from '@nashta/images/disk-image-store'
import type { ImageStore } from '@nashta/images/image-store'
import type { Settings } from '@nashta/service-kit/process/settings'
import { createDiskReleaseFiles } from '@nashta/service-kit/releases/disk-release-files'
import type { ReleaseFiles } from '@nashta/service-kit/releases/release-files'
import { openSqliteStorage } from './sqlite-storage.ts'
import type { OpenStorage } from './storage.ts'

export type ChosenStorage = {
  openStorage: OpenStorage
  /** The pictures of products. They are opened only by the process that serves them. */
  openImages: () => ImageStore
  /** The built files of releases that have pages open. */
  openReleaseFiles: (now: () => Date) => ReleaseFiles
  /** Fails when a table cannot be reached or does not exist. */
  probeTables: () => Promise<void>
}

/** SQLite files and pictures in the data folder, or with CLOUD=aws DynamoDB tables and an S3 bucket. */
export async function chooseStorage(settings: Settings, aws: AwsConnection | null): Promise<ChosenStorage> {
  const { DATA_DIR: dataFolder } = settings
  if (aws) return chooseAwsStorage(settings, aws)
  return {
    openStorage: (context) => openSqliteStorage({ ...context, dataFolder }),
    openImages: () => createDiskImageStore(join(dataFolder, 'images')),
    openReleaseFiles: (now) => createDiskReleaseFiles(join(dataFolder, 'releases'), now),
    probeTables: async () => {},
  }
}

async function chooseAwsStorage(settings: Settings, aws: AwsConnection): Promise<ChosenStorage> {
  // The AWS SDK is only loaded with CLOUD=aws.
  const { createS3ImageStore, HELP_PICTURES_PREFIX } = await import('@nashta/images/s3-image-store')
  const { openDynamoStorage } = await import('./dynamodb-storage.ts')
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
    openStorage: (context) => openDynamoStorage({ ...context, client, tables, snapshots, helpPictures }),
    openImages: () => images,
    openReleaseFiles: () => ({
      read: (name) => images.privateFile(releaseFileKey(name)).read(),
      // Written again while it is in use: a rule of the bucket deletes what is 30 days old.
      save: async (name, bytes) => images.privateFile(releaseFileKey(name)).write(await bytes()),
    }),
    async probeTables() {
      await Promise.all(Object.values(tables).map((table) => aws.probe(table)))
    },
  }
}

function releaseFileKey(name: string) {
  return `releases/${name}`
}
