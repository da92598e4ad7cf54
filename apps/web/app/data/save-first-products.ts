import type { BrowserStorage } from '@nashta/browser/storage/browser-storage'
import { LAST_SYNC, PRODUCT_CACHE } from './storage-keys.ts'

/**
 * Saves the reply to the first catalogue call, for when the store is unreachable. Records are validated when they are
 * read, so this needs no schema. Throws when the reply is not JSON.
 */
export function saveFirstProducts(storage: BrowserStorage, reply: string, now: Date) {
  const { data }: { data?: { items?: unknown; nextCursor?: unknown } } = JSON.parse(reply)
  const isWholeCatalogue = data?.nextCursor === null
  // A saved list may be longer than the first page of a larger catalogue, so it is not replaced.
  if (!isWholeCatalogue && storage.getItem(PRODUCT_CACHE.key) !== null) return
  const products = JSON.stringify({ version: PRODUCT_CACHE.version, data: data?.items })
  if (storage.setItem(PRODUCT_CACHE.key, products))
    storage.setItem(LAST_SYNC.key, JSON.stringify({ version: LAST_SYNC.version, data: now.toISOString() }))
}
