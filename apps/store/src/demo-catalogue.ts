import { readFile } from 'node:fs/promises'
import { rupeesToPaise } from '@nashta/contracts/money'
import { IMAGES_BASE } from '@nashta/contracts/pictures'
import { createProductSchema } from '@nashta/contracts/product-input'
import type { ImageStore } from '@nashta/images/image-store'
import { pictureKey } from '@nashta/images/picture-key'
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
  folder?: URL
}

/** Fills an empty store. Pictures are kept before the products that show them, so a crash between leaves no hole. */
export async function loadDemoCatalogue({
  products,
  images,
  logger,
  folder = DEMO_CATALOGUE,
}: DemoCatalogueDeps) {
  if (!(await products.isEmpty())) return
  const entries = z.parse(
    z.array(entrySchema),
    JSON.parse(await readFile(new URL('products.json', folder), 'utf8')),
  )
  const records = await Promise.all(entries.map((entry) => toRecord(entry, folder, images)))
  if (await products.fillIfEmpty(records)) logger.info({ count: records.length }, 'demo catalogue loaded')
}

async function toRecord(entry: Entry, folder: URL, images: ImageStore): Promise<ProductRecord> {
  const imageKeys = await Promise.all(entry.pictures.map((file) => keepPicture(file, folder, images)))
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

  const { price, id, stock, ...fields } = parsed.data
  return {
    ...fields,
    products_id,
    ...(id !== undefined && { id }),
    ...(stock !== undefined && { stock }),
    pricePaise: rupeesToPaise(price),
    createdAt,
    updatedAt: createdAt,
  }
}

async function keepPicture(file: string, folder: URL, images: ImageStore) {
  const bytes = await readFile(new URL(`pictures/${file}`, folder))
  const key = pictureKey(file, bytes)
  await images.put(key, bytes)
  return key
}
