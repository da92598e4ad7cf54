import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import {
  getProduct,
  listProductPage,
  type Product,
  type ProductPage,
} from '@nashta/contracts/catalogue/product'

/** The query parameters for one page of a product list. Price bounds are in rupees, as the shopper typed them. */
export type PageQuery = {
  search?: string
  category?: string
  minPrice?: string
  maxPrice?: string
  sort?: string
  limit?: number
  cursor?: string
}

export async function fetchProductPage(
  fetchShop: FetchShop,
  query: PageQuery,
  signal?: AbortSignal,
): Promise<ProductPage> {
  return (await fetchShop(listProductPage, { query, ...(signal && { signal }) })).data
}

export async function fetchProduct(fetchShop: FetchShop, id: string, signal?: AbortSignal): Promise<Product> {
  return (await fetchShop(getProduct, { params: { id }, ...(signal && { signal }) })).data
}
