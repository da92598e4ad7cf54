import { readFile } from 'node:fs/promises'
import { type ImageStore, pictureKey } from '@nashta/images/image-store'
import type { ProductStore } from '@nashta/shop-api/catalogue/product-store'

/** Keeps a picture of the demo catalogue, under the key that is given back. */
export async function keepPicture(file: string, folder: URL, images: ImageStore) {
  const { key, bytes } = await readPicture(file, folder)
  await images.put(key, bytes)
  return key
}

export type PutBackPicturesDeps = {
  products: ProductStore
  images: ImageStore
  folder: URL
  entries: readonly { products_id: string; pictures: readonly string[] }[]
}

/** Pictures that demo products still have and the store has lost. Says how many: none costs a listing. */
export async function putBackPictures({ products, images, folder, entries }: PutBackPicturesDeps) {
  const [known, kept] = await Promise.all([
    products.findMany(entries.map(({ products_id }) => products_id)),
    images.topKeys(),
  ])
  const lost = new Set(known.flatMap(({ imageKeys }) => imageKeys)).difference(new Set(kept))
  if (lost.size === 0) return 0

  const files = entries.flatMap(({ pictures }) => pictures)
  const pictures = await Promise.all(files.map((file) => readPicture(file, folder)))
  const found = pictures.filter(({ key }) => lost.has(key))
  await Promise.all(found.map(({ key, bytes }) => images.put(key, bytes)))
  return found.length
}

async function readPicture(file: string, folder: URL) {
  const bytes = await readFile(new URL(`pictures/${file}`, folder))
  return { key: pictureKey(file, bytes), bytes }
}
