import { listProducts, type ProductPage, productPageReply } from '@nashta/contracts/catalogue/product'
import type { FetchShop } from './fetch-shop.ts'

export type PageQuery = {
  search?: string
  category?: string
  /** In rupees, as typed. */
  minPrice?: string
  maxPrice?: string
  sort?: string
  limit?: number
  cursor?: string
}

/** With any query parameter the list comes by pages. */
const listPage = { ...listProducts, reply: productPageReply }

export async function fetchProductPage(
  fetchShop: FetchShop,
  query: PageQuery,
  signal?: AbortSignal,
): Promise<ProductPage> {
  return (await fetchShop(listPage, { query, ...(signal && { signal }) })).data
}
