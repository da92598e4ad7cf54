import type { BrowserStorage } from '@nashta/browser/storage/browser-storage'
import { parseRecord, serialiseRecord } from '@nashta/browser/storage/storage-record'
import type { Product, ProductPage } from '@nashta/contracts/catalogue/product'
import { PRODUCT_PAGE_SIZE_MAX } from '@nashta/contracts/constants'
import type { PageQuery } from './fetch-products.ts'
import { lastSyncRecord, productCacheRecord } from './storage-records.ts'

/** Browsers store about 5 million characters for a site. The cart needs space too. */
const CHARACTERS_MAX = 500_000

export type CachedProducts = { products: Product[]; savedAt: number }

type FindPage = (query: PageQuery) => Promise<ProductPage>

/** The first products of the catalogue in browser storage, for when the store is unreachable. */
export function createProductCache(storage: BrowserStorage, now: () => Date) {
  /**
   * The products to save after the first page. Until `writeAll` has fetched the later pages, these
   * are all products in browser storage. Undefined until the first write.
   */
  let laterProducts: Product[] | undefined
  /** The first page that was saved last, and whether it was the whole catalogue, as JSON. */
  let lastSavedPage = ''

  function read(): CachedProducts | null {
    const products = parseRecord(productCacheRecord, storage.getItem(productCacheRecord.key))
    const lastSync = parseRecord(lastSyncRecord, storage.getItem(lastSyncRecord.key))
    return products && lastSync ? { products, savedAt: Date.parse(lastSync) } : null
  }

  /**
   * Saves the first page of the catalogue, followed by `laterProducts`. If the page has not changed
   * since the last poll, only the time of the last sync is saved.
   */
  function write({ items, nextCursor }: ProductPage) {
    const isWholeCatalogue = nextCursor === null
    if (isWholeCatalogue) laterProducts = []
    laterProducts ??= read()?.products ?? []
    // When the first page becomes the whole catalogue, the later products must be removed from
    // browser storage. So a change of `isWholeCatalogue` counts as a change of the page.
    const page = JSON.stringify({ items, isWholeCatalogue })
    if (page !== lastSavedPage) {
      const ids = new Set(items.map(({ products_id }) => products_id))
      const others = laterProducts.filter(({ products_id }) => !ids.has(products_id))
      const text = serialiseRecord(productCacheRecord, productsThatFit([...items, ...others]))
      if (!storage.setItem(productCacheRecord.key, text)) return
      lastSavedPage = page
    }
    storage.setItem(lastSyncRecord.key, serialiseRecord(lastSyncRecord, now().toISOString()))
  }

  return {
    read,
    write,

    /** Fetches all pages, or as many as fit into browser storage, and saves their products. */
    async writeAll(findPage: FindPage) {
      const first = await findPage({ limit: PRODUCT_PAGE_SIZE_MAX })
      const rest: Product[] = []
      let cursor = first.nextCursor
      // This loop does not count the characters of the first page, so it may fetch more than fits.
      // `write` shortens the list.
      while (cursor !== null && productsThatFit(rest).length === rest.length) {
        const page: ProductPage = await findPage({ limit: PRODUCT_PAGE_SIZE_MAX, cursor })
        rest.push(...page.items)
        cursor = page.nextCursor
      }
      laterProducts = rest
      // The later products may have changed, so `write` must save even an unchanged first page.
      lastSavedPage = ''
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
