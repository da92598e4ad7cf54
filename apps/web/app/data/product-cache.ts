import type { BrowserStorage } from '@nashta/browser/storage/browser-storage'
import { readRecord, writeRecord } from '@nashta/browser/storage/storage-record'
import type { Product, ProductPage } from '@nashta/contracts/catalogue/product'
import { PRODUCT_PAGE_SIZE_MAX } from '@nashta/contracts/constants'
import type { PageQuery } from './fetch-products.ts'
import { lastSyncRecord, productCacheRecord } from './storage-records.ts'

/** A tenth of what browsers store for a whole site: the cart needs space too. */
const CHARACTERS_MAX = 500_000

export type CachedProducts = { products: Product[]; savedAt: number }

type FindPage = (query: PageQuery) => Promise<ProductPage>

/** The catalogue in browser storage, for when the store is unreachable: as many of its first products as fit. */
export function createProductCache(storage: BrowserStorage, now: () => Date) {
  /**
   * The products to save after the first page, some of which may be on that page too. Undefined until this document has
   * read them from storage or fetched them.
   */
  let others: Product[] | undefined
  /** The first page that was last saved, as JSON. Most polls bring the same page, which is not written again. */
  let savedPage = ''

  function read(): CachedProducts | null {
    const products = readRecord(productCacheRecord, storage.getItem(productCacheRecord.key))
    const lastSync = readRecord(lastSyncRecord, storage.getItem(lastSyncRecord.key))
    return products && lastSync ? { products, savedAt: Date.parse(lastSync) } : null
  }

  /** Saves the first page of the catalogue. The saved products after it stay. */
  function write({ items, nextCursor }: ProductPage) {
    const isWholeCatalogue = nextCursor === null
    if (isWholeCatalogue) others = []
    others ??= read()?.products ?? []
    const newPage = JSON.stringify({ items, isWholeCatalogue })
    if (newPage !== savedPage) {
      const ids = new Set(items.map(({ products_id }) => products_id))
      const products = [...items, ...others.filter(({ products_id }) => !ids.has(products_id))]
      const text = writeRecord(productCacheRecord, productsThatFit(products))
      if (!storage.setItem(productCacheRecord.key, text)) return
      savedPage = newPage
    }
    storage.setItem(lastSyncRecord.key, writeRecord(lastSyncRecord, now().toISOString()))
  }

  return {
    read,
    write,

    /** Fetches the first page and the pages after it until the products no longer fit, and saves them. */
    async writeAll(findPage: FindPage) {
      const first = await findPage({ limit: PRODUCT_PAGE_SIZE_MAX })
      const rest: Product[] = []
      let cursor = first.nextCursor
      while (cursor !== null && productsThatFit(rest).length === rest.length) {
        const page: ProductPage = await findPage({ limit: PRODUCT_PAGE_SIZE_MAX, cursor })
        rest.push(...page.items)
        cursor = page.nextCursor
      }
      others = rest
      // Even an unchanged first page is now written, because the products after it may have changed.
      savedPage = ''
      write(first)
    },
  }
}

/** As many of the first products as fit into browser storage. */
function productsThatFit(products: Product[]): Product[] {
  let characters = JSON.stringify({ version: productCacheRecord.version, data: [] }).length
  const end = products.findIndex((product) => {
    const comma = 1
    characters += JSON.stringify(product).length + comma
    return characters > CHARACTERS_MAX
  })
  return end === -1 ? products : products.slice(0, end)
}
