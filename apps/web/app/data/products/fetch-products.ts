import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isShopError, storeMessageOf } from '@nashta/contracts/api/shop-error'
import {
  getProduct,
  listProductPage,
  type Product,
  type ProductPage,
} from '@nashta/contracts/catalogue/product'
import { FETCH_PRODUCTS_FAILED, SEARCH_PRODUCTS_FAILED } from '../../texts/products.ts'

/**
 * The query parameters for one page of a product list. Price bounds are in rupees, as the shopper
 * typed them. Several choices of one filter are separated by commas. `inStock` and `counts` are
 * switched on by 'true'. With `counts`, the reply has the number of products for each choice.
 */
export type PageQuery = {
  search?: string
  category?: string
  minPrice?: string
  maxPrice?: string
  sort?: string
  family?: string
  besides?: string
  /** 'true' for each snack once. */
  families?: string
  diet?: string
  without?: string
  origin?: string
  inStock?: string
  counts?: string
  limit?: number
  cursor?: string
}

export async function fetchProductPage(
  fetchShop: FetchShop,
  query: PageQuery,
  signal?: AbortSignal,
): Promise<ProductPage> {
  const fallback = query.search ? SEARCH_PRODUCTS_FAILED : FETCH_PRODUCTS_FAILED
  return withFallbackMessage(fallback, fetchShop(listProductPage, { query, ...(signal && { signal }) }))
}

export async function fetchProduct(fetchShop: FetchShop, id: string, signal?: AbortSignal): Promise<Product> {
  return withFallbackMessage(
    FETCH_PRODUCTS_FAILED,
    fetchShop(getProduct, { params: { id }, ...(signal && { signal }) }),
  )
}

/** Returns the data of a reply. An error without a message from the store gets the fallback. */
async function withFallbackMessage<T>(fallback: string, reply: Promise<{ data: T }>): Promise<T> {
  try {
    return (await reply).data
  } catch (error) {
    if (isShopError(error)) error.message = storeMessageOf(error, fallback)
    throw error
  }
}
