import type { BrowserStorage } from '@nashta/browser/storage/browser-storage'
import { parseRecord, serialiseRecord } from '@nashta/browser/storage/storage-record'
import type { Product, ProductPage } from '@nashta/contracts/catalogue/product'
import { PRODUCT_PAGE_SIZE_MAX } from '@nashta/contracts/constants'
import { lastSyncRecord, productCacheRecord } from '../storage/storage-records.ts'
import type { PageQuery } from './fetch-products.ts'

/** Browsers store about 5 million characters for a site, and the cart needs space too. */
const CHARACTERS_MAX = 500_000

export type CachedProducts = { products: Product[]; savedAt: number }

type FindPage = (query: PageQuery) => Promise<ProductPage>

/** The first products of the catalogue in browser storage, for when the store is unreachable. */
export function createProductCache(storage: BrowserStorage, now: () => Date) {
  /** Read from browser storage by `write`, or fetched by `writeAll`. Null before that. */
  let knownProducts: Product[] | null = null
  let lastSavedText = ''

  function read(): CachedProducts | null {
    const products = parseRecord(productCacheRecord, storage.getItem(productCacheRecord.key))
    const lastSync = parseRecord(lastSyncRecord, storage.getItem(lastSyncRecord.key))
    return products && lastSync ? { products, savedAt: Date.parse(lastSync) } : null
  }

  /**
   * Saves the first page of the catalogue, then the known products that are not on that page, with
   * the time of this sync.
   */
  function write({ items, nextCursor }: ProductPage) {
    const isWholeCatalogue = nextCursor === null
    knownProducts = isWholeCatalogue ? [] : (knownProducts ?? read()?.products ?? [])
    const firstIds = new Set(items.map(({ products_id }) => products_id))
    const laterProducts = knownProducts.filter(({ products_id }) => !firstIds.has(products_id))
    const text = serialiseRecord(productCacheRecord, productsThatFit([...items, ...laterProducts]))
    if (text !== lastSavedText) {
      if (!storage.setItem(productCacheRecord.key, text)) return
      lastSavedText = text
    }
    storage.setItem(lastSyncRecord.key, serialiseRecord(lastSyncRecord, now().toISOString()))
  }

  return {
    read,
    write,

    /** Fetches all pages, or as many as fit into browser storage, and saves their products. */
    async writeAll(findPage: FindPage) {
      const first = await findPage({ limit: PRODUCT_PAGE_SIZE_MAX })
      const fetched = [...first.items]
      let cursor = first.nextCursor
      const doAllFit = () => productsThatFit(fetched).length === fetched.length
      while (cursor !== null && doAllFit()) {
        const page: ProductPage = await findPage({ limit: PRODUCT_PAGE_SIZE_MAX, cursor })
        fetched.push(...page.items)
        cursor = page.nextCursor
      }
      knownProducts = fetched
      write(first)
    },
  }
}

/** Returns as many of the first products as fit into browser storage. */
function productsThatFit(products: Product[]): Product[] {
  let characters = JSON.stringify({ version: productCacheRecord.version, data: [] }).length
  const end = products.findIndex((product) => {
    const comma = 1
    characters += JSON.stringify(product).length + comma
    return characters > CHARACTERS_MAX
  })
  return end === -1 ? products : products.slice(0, end)
}
