import { readRecord, writeRecord } from '@nashta/browser/storage-record'
import type { Product } from '@nashta/contracts/catalogue/product'
import { lastSyncRecord, productCacheRecord } from './storage-records.ts'

/** Browsers keep about five million characters for a whole site; the cart needs some of them more. */
const CHARACTERS_MAX = 500_000

export type SavedProducts = { products: Product[]; savedAt: number }

export type ProductStorage = Pick<Storage, 'getItem' | 'setItem'>

/** The product list as it last came, for when the store cannot be reached. No storage may break a page. */
export function createSavedProducts(storage: ProductStorage | null, now: () => Date) {
  return {
    read(): SavedProducts | null {
      try {
        const products = readRecord(productCacheRecord, storage?.getItem(productCacheRecord.key) ?? null)
        const lastSync = readRecord(lastSyncRecord, storage?.getItem(lastSyncRecord.key) ?? null)
        return products && lastSync ? { products, savedAt: Date.parse(lastSync) } : null
      } catch {
        return null
      }
    },

    write(products: readonly Product[]) {
      try {
        storage?.setItem(productCacheRecord.key, writeAsManyAsFit(products))
        storage?.setItem(lastSyncRecord.key, writeRecord(lastSyncRecord, now().toISOString()))
      } catch {
        // Full or forbidden: the list is there while the page is, and that is all.
      }
    },
  }
}

function writeAsManyAsFit(products: readonly Product[]): string {
  const text = writeRecord(productCacheRecord, [...products])
  if (text.length <= CHARACTERS_MAX) return text
  return writeAsManyAsFit(products.slice(0, Math.floor(products.length / 2)))
}
