import { browserStorage } from '@nashta/browser/storage/browser-storage'
import type { Product, ProductPage } from '@nashta/contracts/catalogue/product'
import { fetchProduct, fetchProductPage, type PageQuery } from './fetch-products.ts'
import { fetchShop } from './fetch-shop.ts'
import { createProductCache } from './product-cache.ts'

export { filterProducts } from './filter-products.ts'

// How a page in the browser reads products. This module is loaded on first use: it needs zod, and hydration does not.

export function findPage(query: PageQuery, signal: AbortSignal): Promise<ProductPage> {
  return fetchProductPage(fetchShop, query, signal)
}

export function findProduct(id: string, signal: AbortSignal): Promise<Product> {
  return fetchProduct(fetchShop, id, signal)
}

export const productCache = createProductCache(browserStorage('localStorage'), () => new Date())
