import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createDiskImageStore } from '@nashta/images/disk-image-store'
import { createS3ImageStore, HELP_PICTURES_PREFIX, type S3ImageStore } from '@nashta/images/s3-image-store'
import { readSettings, recommendationsTable, type Settings } from '@nashta/service-kit/process/settings'
import { createRecommendationsTable } from '../apps/recommendations/src/dynamodb-setup.ts'
import { openShopStorage } from '../apps/shop-api/src/dynamodb-setup.ts'
import { HELP_PICTURES_FOLDER } from '../apps/shop-api/src/tickets/ticket-pictures.ts'
import { loadEnvironment, messageOf, readCommandLine } from './command-line.ts'

type Storage = {
  shop: ReturnType<typeof openShopStorage>
  images: S3ImageStore
  helpPictures: S3ImageStore
  settings: Settings
}

const REQUIRED_SETTINGS = [
  'PRODUCTS_TABLE_NAME',
  'CARTS_TABLE_NAME',
  'PURCHASES_TABLE_NAME',
  'IMAGES_BUCKET',
] as const satisfies (keyof Settings)[]

/** Resolves to the lines to print. */
type Command = (storage: Storage) => Promise<string[]>

const COMMANDS: Record<string, Command> = { create, copy }

const { chooseCommand } = readCommandLine('npm run storage -- create | copy', {})
const { command } = chooseCommand(COMMANDS)

try {
  loadEnvironment()
  const lines = await runCommand(command)
  process.stdout.write(lines.map((line) => `${line}\n`).join(''))
} catch (error) {
  const reason = messageOf(error)
  // Errors of our own checks start with 'Nothing done' and say what to do.
  const isRefusal = reason.startsWith('Nothing done')
  process.stderr.write(isRefusal ? `${reason}\n` : `The storage could not be set up: ${reason}\n`)
  process.exitCode = 1
}

async function runCommand(command: Command) {
  const settings = readSettings(process.env)
  const missing = REQUIRED_SETTINGS.filter((setting) => !settings[setting])
  if (missing.length > 0) throw new Error(`Nothing done: set ${missing.join(', ')}`)

  const environment = process.env
  const region = settings.AWS_REGION
  const shop = openShopStorage({
    tables: {
      products: settings.PRODUCTS_TABLE_NAME,
      carts: settings.CARTS_TABLE_NAME,
      purchases: settings.PURCHASES_TABLE_NAME,
    },
    region,
    endpoint: settings.DYNAMODB_ENDPOINT,
    environment,
  })
  const bucketOptions = {
    bucket: settings.IMAGES_BUCKET,
    region,
    endpoint: settings.S3_ENDPOINT,
    environment,
  }
  const images = createS3ImageStore(bucketOptions)
  const helpPictures = createS3ImageStore({ ...bucketOptions, folder: HELP_PICTURES_PREFIX })
  try {
    return await command({ shop, images, helpPictures, settings })
  } finally {
    shop.close()
  }
}

async function create({ shop, images, settings }: Storage) {
  const recommendations = recommendationsTable(settings)
  const created = new Set([
    ...(await shop.create()),
    ...(await createRecommendationsTable(recommendations, {
      region: settings.AWS_REGION,
      endpoint: settings.DYNAMODB_ENDPOINT,
      environment: process.env,
    })),
  ])
  const { PRODUCTS_TABLE_NAME, CARTS_TABLE_NAME, PURCHASES_TABLE_NAME } = settings
  const tables = [PRODUCTS_TABLE_NAME, CARTS_TABLE_NAME, PURCHASES_TABLE_NAME, recommendations]
  return [
    ...tables.map((name) => reportLine('table', name, created.has(name))),
    reportLine('bucket', settings.IMAGES_BUCKET, await images.createBucket()),
  ]
}

function reportLine(what: string, name: string, isNew: boolean) {
  return `${isNew ? 'made ' : 'found'}  ${what} ${name}`
}

/** Copies the pictures before the products, so that no product is shown without its picture. */
async function copy(storage: Storage) {
  const { shop, images, helpPictures, settings } = storage
  const dataFolder = settings.DATA_DIR
  if (!existsSync(join(dataFolder, 'shop.sqlite'))) {
    throw new Error(`Nothing done: there is no shop in ${dataFolder}; set DATA_DIR`)
  }
  await create(storage)
  const pictures =
    (await copyMissingPictures(images, join(dataFolder, 'images'))) +
    (await copyMissingPictures(helpPictures, join(dataFolder, HELP_PICTURES_FOLDER)))
  const copied = await shop.copyFrom(dataFolder, () => new Date())
  return [{ what: 'pictures', count: pictures }, ...copied].map(
    ({ what, count }) => `copied  ${count} ${what}`,
  )
}

/**
 * Copies the originals, such as `laddoo.webp`, that the bucket does not have yet. The store makes
 * resized variants, such as `variants/laddoo.webp/320.avif`, on demand. Returns the number of all
 * originals in the folder, also of those that an earlier run has copied.
 */
async function copyMissingPictures(images: S3ImageStore, folder: string) {
  if (!existsSync(folder)) return 0
  const disk = createDiskImageStore(folder)
  const keys = new Set(await disk.listTopLevelKeys())
  for (const key of keys.difference(new Set(await images.listTopLevelKeys()))) {
    const bytes = await disk.get(key)
    if (bytes) await images.put(key, bytes)
  }
  return keys.size
}
