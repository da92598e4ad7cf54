import type { BrowserStorage } from '@nashta/browser/storage/browser-storage'
import { readRecord, writeRecord } from '@nashta/browser/storage/storage-record'
import type { Product } from '@nashta/contracts/catalogue/product'
import { lastSyncRecord, productCacheRecord } from './storage-records.ts'

/** A tenth of what browsers store for a whole site: the cart needs space too. */
const CHARACTERS_MAX = 500_000

export type CachedProducts = { products: Product[]; savedAt: number }

/** The last product list in browser storage, for when the store is unreachable. */
export function createProductCache(storage: BrowserStorage, now: () => Date) {
  return {
    read(): CachedProducts | null {
      const products = readRecord(productCacheRecord, storage.getItem(productCacheRecord.key))
      const lastSync = readRecord(lastSyncRecord, storage.getItem(lastSyncRecord.key))
      return products && lastSync ? { products, savedAt: Date.parse(lastSync) } : null
    },

    write(products: readonly Product[]) {
      if (storage.setItem(productCacheRecord.key, recordThatFits(products)))
        storage.setItem(lastSyncRecord.key, writeRecord(lastSyncRecord, now().toISOString()))
    },
  }
}

/** Halves the list until its record is short enough. */
function recordThatFits(products: readonly Product[]): string {
  const text = writeRecord(productCacheRecord, [...products])
  if (text.length <= CHARACTERS_MAX) return text
  return recordThatFits(products.slice(0, Math.floor(products.length / 2)))
}
