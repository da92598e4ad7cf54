import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import type { Product } from '@nashta/contracts/catalogue/product'
import { PRODUCT_PAGE_SIZE_MAX } from '@nashta/contracts/constants'
import { fetchProductPage } from '../data/products/fetch-products.ts'

type FileOptions = { fetchShop: FetchShop; fileNumber: number; productsPerFile: number }

/**
 * Fetches the products of one file of the sitemap or the feed. The first file has the number 1, and
 * beyond the last file the result is empty. Products are sorted newest first, because a sort by
 * sales would often move products between files.
 */
export async function fetchFileProducts({ fetchShop, fileNumber, productsPerFile }: FileOptions) {
  const products: Product[] = []
  const firstIndex = (fileNumber - 1) * productsPerFile
  let skip = firstIndex
  // Cursors lead only from one page to the next, so the pages before `firstIndex` are fetched too.
  // The first page has an empty cursor.
  let cursor: string | null = ''
  while (cursor !== null && products.length < productsPerFile) {
    const page = await fetchProductPage(fetchShop, { sort: 'newest', limit: PRODUCT_PAGE_SIZE_MAX, cursor })
    if (page.total <= firstIndex) break
    products.push(...page.items.slice(skip))
    skip = Math.max(skip - page.items.length, 0)
    cursor = page.nextCursor
    // If the Shop API runs in this process, `fetchShop` never yields to the event loop. Without
    // `yieldToEventLoop`, all other requests would wait until the last page is fetched.
    await yieldToEventLoop()
  }
  return products.slice(0, productsPerFile)
}
