import { setImmediate as nextTick } from 'node:timers/promises'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import type { Product } from '@nashta/contracts/catalogue/product'
import { PRODUCT_PAGE_SIZE_MAX } from '@nashta/contracts/constants'
import { fetchProductPage } from '../data/fetch-products.ts'

type ProductFile = { fetchShop: FetchShop; fileNumber: number; productsPerFile: number }

/**
 * The products of one file of the sitemap or the feed, newest first; file 1 is the first. Sales do not change that
 * order, so products seldom move between files. Empty beyond the last file.
 */
export async function readProductFile({ fetchShop, fileNumber, productsPerFile }: ProductFile) {
  const products: Product[] = []
  const firstIndex = (fileNumber - 1) * productsPerFile
  let skip = firstIndex
  // A list can only be read from its first page on, which has an empty cursor.
  let cursor: string | null = ''
  while (cursor !== null && products.length < productsPerFile) {
    const page = await fetchProductPage(fetchShop, { sort: 'newest', limit: PRODUCT_PAGE_SIZE_MAX, cursor })
    if (page.total <= firstIndex) break
    products.push(...page.items.slice(skip))
    skip = Math.max(skip - page.items.length, 0)
    cursor = page.nextCursor
    // A call within the process does not yield to the event loop, so this tick is for other requests.
    await nextTick()
  }
  return products.slice(0, productsPerFile)
}
