import { readFile } from 'node:fs/promises'
import { type ImageStore, pictureKey } from '@nashta/images/image-store'
import type { ProductStore } from '@nashta/shop-api/catalogue/product-store'

/** Stores a picture of the demo catalogue, and returns its key. */
export async function storePicture(file: string, folder: URL, images: ImageStore) {
  const { key, bytes } = await readPicture(file, folder)
  await images.put(key, bytes)
  return key
}

export type RestorePicturesDeps = {
  products: ProductStore
  images: ImageStore
  folder: URL
  entries: readonly { products_id: string; pictures: readonly string[] }[]
}

/** Stores the missing pictures of demo products, and returns their number. It reads no picture when none is missing. */
export async function restorePictures({ products, images, folder, entries }: RestorePicturesDeps) {
  const [demoProducts, storedKeys] = await Promise.all([
    products.findMany(entries.map(({ products_id }) => products_id)),
    images.listTopLevelKeys(),
  ])
  const missing = new Set(demoProducts.flatMap(({ imageKeys }) => imageKeys)).difference(new Set(storedKeys))
  if (missing.size === 0) return 0

  const files = entries.flatMap(({ pictures }) => pictures)
  const pictures = await Promise.all(files.map((file) => readPicture(file, folder)))
  const restored = pictures.filter(({ key }) => missing.has(key))
  await Promise.all(restored.map(({ key, bytes }) => images.put(key, bytes)))
  return restored.length
}

async function readPicture(file: string, folder: URL) {
  const bytes = await readFile(new URL(`pictures/${file}`, folder))
  return { key: pictureKey(file, bytes), bytes }
}
