import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createDiskImageStore } from '@nashta/images/disk-image-store'
import { createS3ImageStore, type S3ImageStore } from '@nashta/images/s3-image-store'
import { readSettings, recommendationsTable, type Settings } from '@nashta/service-kit/process/settings'
import { createRecommendationsTable } from '../apps/recommendations/src/dynamodb-storage.ts'
import { openShopStorage } from '../apps/shop-api/src/dynamodb-storage.ts'
import { loadEnvironment } from './environment.ts'

type Shop = ReturnType<typeof openShopStorage>
type Storage = { shop: Shop; images: S3ImageStore; settings: Settings }

const USAGE = 'say one of: npm run storage -- create, npm run storage -- copy'

const NEEDED = [
  'PRODUCTS_TABLE_NAME',
  'CARTS_TABLE_NAME',
  'PURCHASES_TABLE_NAME',
  'IMAGES_BUCKET',
] as const satisfies (keyof Settings)[]

const COMMANDS: Record<string, (storage: Storage) => Promise<string[]>> = { create, copy }

try {
  loadEnvironment()
  const lines = await perform(process.argv.slice(2))
  process.stdout.write(lines.map((line) => `${line}\n`).join(''))
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}

async function perform([name = '', ...rest]: string[]) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command || rest.length > 0) throw new Error(`Nothing done: ${USAGE}`)
  const settings = readSettings(process.env)
  const missing = NEEDED.filter((setting) => !settings[setting])
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
  const images = createS3ImageStore({
    bucket: settings.IMAGES_BUCKET,
    region,
    endpoint: settings.S3_ENDPOINT,
    environment,
  })
  try {
    return await command({ shop, images, settings })
  } finally {
    shop.close()
  }
}

async function create({ shop, images, settings }: Storage) {
  const suggestions = recommendationsTable(settings)
  const made = new Set([
    ...(await shop.create()),
    ...(await createRecommendationsTable(suggestions, {
      region: settings.AWS_REGION,
      endpoint: settings.DYNAMODB_ENDPOINT,
      environment: process.env,
    })),
  ])
  const { PRODUCTS_TABLE_NAME, CARTS_TABLE_NAME, PURCHASES_TABLE_NAME } = settings
  const tables = [PRODUCTS_TABLE_NAME, CARTS_TABLE_NAME, PURCHASES_TABLE_NAME, suggestions]
  return [
    ...tables.map((name) => say('table', name, made.has(name))),
    say('bucket', settings.IMAGES_BUCKET, await images.createBucket()),
  ]
}

function say(what: string, name: string, isNew: boolean) {
  return `${isNew ? 'made ' : 'found'}  ${what} ${name}`
}

/** Pictures first: they are safe to have there before the shop that shows them. */
async function copy(storage: Storage) {
  const { shop, settings } = storage
  const dataFolder = settings.DATA_DIR
  if (!existsSync(join(dataFolder, 'shop.sqlite'))) {
    throw new Error(`Nothing done: there is no shop in ${dataFolder}; set DATA_DIR`)
  }
  await create(storage)
  const pictures = await copyPictures(storage, join(dataFolder, 'images'))
  const copied = await shop.copyFrom(dataFolder, () => new Date())
  return [{ what: 'pictures', count: pictures }, ...copied].map(
    ({ what, count }) => `copied  ${count} ${what}`,
  )
}

/** Smaller forms of a picture are made again when somebody asks for them. */
async function copyPictures({ images }: Storage, folder: string) {
  if (!existsSync(folder)) return 0
  const disk = createDiskImageStore(folder)
  const keys = new Set(await disk.topKeys())
  for (const key of keys.difference(new Set(await images.topKeys()))) {
    const bytes = await disk.get(key)
    if (bytes) await images.put(key, bytes)
  }
  return keys.size
}

/** One line: what went wrong, in the words of whoever refused. */
function explain(error: unknown) {
  const { name, message, code } = error as NodeJS.ErrnoException
  const reason = (message || code || name).split('\n')[0] ?? ''
  return reason.startsWith('Nothing done') ? reason : `The storage could not be set up: ${reason}`
}
