import { getProduct, type Product, type ProductPage } from '@nashta/contracts/catalogue/product'
import { fetchProductPage, type PageQuery } from './fetch-products.ts'
import { fetchShop } from './fetch-shop.ts'
import { localStorageOrNull } from './local-storage.ts'
import { createSavedProducts } from './saved-products.ts'

/** What the browser asks of the catalogue. It stands on zod, and is not needed to show what the server sent. */
export function findPage(query: PageQuery, signal: AbortSignal): Promise<ProductPage> {
  return fetchProductPage(fetchShop, query, signal)
}

export async function findProduct(id: string, signal: AbortSignal): Promise<Product> {
  return (await fetchShop(getProduct, { params: { id }, signal })).data
}

export const savedProducts = createSavedProducts(localStorageOrNull(), () => new Date())
