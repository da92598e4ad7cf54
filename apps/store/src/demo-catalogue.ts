import { readFile } from 'node:fs/promises'
import { IMAGES_BASE } from '@nashta/contracts/catalogue/pictures'
import { createProductSchema } from '@nashta/contracts/catalogue/product-input'
import { rupeesToPaise } from '@nashta/contracts/money'
import type { ImageStore } from '@nashta/images/image-store'
import type { ProductRecord, ProductStore } from '@nashta/shop-api/catalogue/product-store'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { restorePictures, storePicture } from './demo-pictures.ts'

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
  folder?: URL
}

/** Fills an empty store with the demo catalogue. In a filled store it restores demo pictures that are missing. */
export async function loadDemoCatalogue({ folder = DEMO_CATALOGUE, ...deps }: DemoCatalogueDeps) {
  if (await deps.products.isEmpty()) await fill({ ...deps, folder })
  else await repair({ ...deps, folder })
}

/** Pictures are stored before the products that show them, so that a crash leaves no product without its picture. */
async function fill({ products, images, logger, folder }: Required<DemoCatalogueDeps>) {
  const entries = await readEntries(folder)
  const records = await Promise.all(entries.map((entry) => toRecord(entry, folder, images)))
  if (await products.fillIfEmpty(records)) logger.info({ count: records.length }, 'demo catalogue loaded')
}

/** Restores missing pictures. An error does not prevent the store from starting. */
async function repair({ logger, folder, ...deps }: Required<DemoCatalogueDeps>) {
  try {
    const count = await restorePictures({ ...deps, folder, entries: await readEntries(folder) })
    if (count > 0) logger.info({ count }, 'demo pictures put back')
  } catch (error) {
    logger.warn({ err: error }, 'demo pictures could not be put back')
  }
}

async function readEntries(folder: URL): Promise<Entry[]> {
  return z.parse(z.array(entrySchema), JSON.parse(await readFile(new URL('products.json', folder), 'utf8')))
}

async function toRecord(entry: Entry, folder: URL, images: ImageStore): Promise<ProductRecord> {
  const imageKeys = await Promise.all(entry.pictures.map((file) => storePicture(file, folder, images)))
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

  const { price, ...fields } = parsed.data
  return {
    ...fields,
    products_id,
    pricePaise: rupeesToPaise(price),
    createdAt,
    updatedAt: createdAt,
  }
}
