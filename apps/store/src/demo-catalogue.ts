import { readFile } from 'node:fs/promises'
import { createProductSchema } from '@nashta/contracts/catalogue/product-input'
import { IMAGES_BASE } from '@nashta/contracts/catalogue/product-urls'
import { rupeesToPaise } from '@nashta/contracts/money'
import { type ImageStore, pictureKey } from '@nashta/images/image-store'
import { waitForParts } from '@nashta/service-kit/http/health'
import type { ProductRecord, ProductStore } from '@nashta/shop-api/catalogue/product-store'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'

const DEMO_CATALOGUE = new URL('../../../catalogue/', import.meta.url)

const entrySchema = z.looseObject({
  products_id: z.string(),
  createdAt: z.iso.datetime(),
  pictures: z.array(z.string()),
})

type Entry = z.output<typeof entrySchema>

export type DemoCatalogueDeps = {
  products: ProductStore
  images: ImageStore
  logger: FastifyBaseLogger
  /** Whether an operator has removed the demo snacks. They are then not loaded again. */
  isRemoved: () => Promise<boolean>
  folder?: URL
}

/** Fills an empty store with the demo catalogue. In a filled store, restores missing pictures. */
export async function loadDemoCatalogue({ folder = DEMO_CATALOGUE, ...deps }: DemoCatalogueDeps) {
  if (await deps.products.isEmpty()) await fill({ ...deps, folder })
  else await repair({ ...deps, folder })
}

/** Stores pictures before their products, so that a crash leaves no product without pictures. */
async function fill({ products, images, logger, isRemoved, folder }: Required<DemoCatalogueDeps>) {
  if (await isRemoved()) return
  const entries = await readEntries(folder)
  await waitForParts({ images: () => images.probe() }, logger)
  const records = await Promise.all(
    entries.map(async (entry) => toRecord(entry, await storePictures(entry, folder, images))),
  )
  // While the pictures were stored, another process may have filled the shop, and an operator may
  // have removed the snacks.
  if (await isRemoved()) return
  if (await products.fillIfEmpty(records)) logger.info({ count: records.length }, 'demo catalogue loaded')
}

/** Restores missing pictures. An error does not prevent the store from starting. */
async function repair({ logger, folder, ...deps }: Required<DemoCatalogueDeps>) {
  try {
    const count = await restorePictures(await readEntries(folder), { ...deps, folder })
    if (count > 0) logger.info({ count }, 'missing demo pictures restored')
  } catch (error) {
    logger.warn({ err: error }, 'missing demo pictures could not be restored')
  }
}

/** Stores the missing pictures of demo products, and returns their number. */
async function restorePictures(
  entries: readonly Entry[],
  { products, images, folder }: Pick<Required<DemoCatalogueDeps>, 'products' | 'images' | 'folder'>,
) {
  const [demoProducts, storedKeys] = await Promise.all([
    products.findMany(entries.map(({ products_id }) => products_id)),
    images.listTopLevelKeys(),
  ])
  const missing = new Set(demoProducts.flatMap(({ imageKeys }) => imageKeys)).difference(new Set(storedKeys))
  if (missing.size === 0) return 0

  // The key of a picture contains a hash of its bytes, so all pictures must be read to find the
  // missing ones.
  const files = entries.flatMap(({ pictures }) => pictures)
  const pictures = await Promise.all(files.map((file) => readPicture(file, folder)))
  const restored = pictures.filter(({ key }) => missing.has(key))
  await Promise.all(restored.map(({ key, bytes }) => images.put(key, bytes)))
  return restored.length
}

async function readEntries(folder: URL): Promise<Entry[]> {
  return z.parse(z.array(entrySchema), JSON.parse(await readFile(new URL('products.json', folder), 'utf8')))
}

function toRecord(entry: Entry, imageKeys: readonly string[]): ProductRecord {
  const urls = imageKeys.map((key) => `${IMAGES_BASE}/${key}`)
  const { products_id, createdAt } = entry
  const parsed = z.safeParse(createProductSchema, {
    ...entry,
    imageUrl: urls[0] ?? '',
    images: urls,
    imageKeys,
  })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(
      `The demo product ${products_id} is not valid: ${issue?.path.join('.')} ${issue?.message}`,
    )
  }

  const { price, mrp, ...fields } = parsed.data
  return {
    ...fields,
    products_id,
    pricePaise: rupeesToPaise(price),
    ...(mrp !== undefined && { mrpPaise: rupeesToPaise(mrp) }),
    createdAt,
    updatedAt: createdAt,
  }
}

/** Stores the pictures of a demo product, and returns their keys. */
function storePictures({ pictures }: Entry, folder: URL, images: ImageStore) {
  return Promise.all(
    pictures.map(async (file) => {
      const { key, bytes } = await readPicture(file, folder)
      await images.put(key, bytes)
      return key
    }),
  )
}

async function readPicture(file: string, folder: URL) {
  const bytes = await readFile(new URL(`pictures/${file}`, folder))
  return { key: pictureKey(file, bytes), bytes }
}
