import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { isRefused, isShopError } from '@nashta/contracts/api/shop-error'
import type { Product, ProductPage } from '@nashta/contracts/catalogue/product'
import { PRODUCT_PAGE_SIZE_MAX } from '@nashta/contracts/constants'
import { fetchShop } from '../calls/fetch-shop.ts'
import { setReached } from '../calls/reachability.ts'
import { fetchProduct, fetchProductPage, type PageQuery } from './fetch-products.ts'
import { createProductCache } from './product-cache.ts'

// The calls with which pages in the browser read products. Pages import this module dynamically, so
// that hydration need not wait for zod.

export function findPage(query: PageQuery, signal?: AbortSignal): Promise<ProductPage> {
  return recordReached(fetchProductPage(fetchShop, query, signal), signal)
}

export function findProduct(id: string, signal?: AbortSignal): Promise<Product> {
  return recordReached(fetchProduct(fetchShop, id, signal), signal)
}

export const productCache = createProductCache(browserStorage('localStorage'), () => new Date())

/** Finds the first page of the catalogue, and saves it for when the store is unreachable. */
export async function findAndSaveFirstPage(signal?: AbortSignal): Promise<ProductPage> {
  const page = await findPage({ limit: PRODUCT_PAGE_SIZE_MAX }, signal)
  productCache.write(page)
  // Apart from the records, which would take modules that pages use along. If the code is lost, the
  // next poll loads it.
  void import('./search-words.ts').then(
    ({ followSynonyms }) => followSynonyms(page.synonyms),
    () => {},
  )
  return page
}

async function recordReached<Reply>(call: Promise<Reply>, signal: AbortSignal | undefined): Promise<Reply> {
  try {
    const reply = await call
    setReached(true)
    return reply
  } catch (error) {
    // A store that refuses a call (4xx) is reached. A store that fails (5xx) counts as unreachable.
    // An aborted call shows neither.
    if (!signal?.aborted) setReached(isRefused(error))
    // If the code is lost, the next poll loads it.
    if (isShopError(error) && error.code === 'PAGE_OUTDATED')
      void import('@nashta/browser/reload-when-safe').then(({ reloadWhenSafe }) => reloadWhenSafe())
    throw error
  }
}
