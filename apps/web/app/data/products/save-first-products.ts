import type { BrowserStorage } from '@nashta/browser/storage/browser-storage'
import { LAST_SYNC, PRODUCT_CACHE } from '../storage/storage-keys.ts'

/**
 * Saves the first page of the catalogue, for when the store is unreachable. `reply` is the JSON of
 * that page. It is not validated here, because records are validated when they are read. Throws
 * when it is not JSON.
 */
export function saveFirstProducts(storage: BrowserStorage, reply: string, now: Date) {
  const { data }: { data?: { items?: unknown; nextCursor?: unknown } } = JSON.parse(reply)
  const isWholeCatalogue = data?.nextCursor === null
  // The first page of a larger catalogue does not replace a saved list, which may be longer.
  if (!isWholeCatalogue && storage.getItem(PRODUCT_CACHE.key) !== null) return
  const products = JSON.stringify({ version: PRODUCT_CACHE.version, data: data?.items })
  if (storage.setItem(PRODUCT_CACHE.key, products))
    storage.setItem(LAST_SYNC.key, JSON.stringify({ version: LAST_SYNC.version, data: now.toISOString() }))
}
