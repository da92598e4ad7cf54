import type { ApiResponse } from '@nashta/contracts/api/endpoint'
import { getProduct, type Product, type ProductPage } from '@nashta/contracts/catalogue/product'
import { createContext } from 'react-router'
import { createFetchShop } from '../data/fetch-shop.ts'
import { fetchProductPage, type PageQuery } from '../data/product-pages.ts'

/** Asks the Shop API for a path such as `/api/products`; whoever serves the pages provides it. */
export type FetchApi = (path: string, init?: { method: 'GET' | 'HEAD' }) => Promise<ApiResponse>

export const fetchApiContext = createContext<FetchApi>()

export function findProducts(fetchApi: FetchApi, query: PageQuery): Promise<ProductPage> {
  return fetchProductPage(shop(fetchApi), query)
}

/** Rejects with a `ShopError` that says whether there is none or it could not be had. */
export async function findProduct(fetchApi: FetchApi, id: string): Promise<Product> {
  return (await shop(fetchApi)(getProduct, { params: { id } })).data
}

/** A page is the same for everyone: there is nobody's token to show. */
function shop(fetchApi: FetchApi) {
  return createFetchShop({ fetch: (path) => fetchApi(path), getAccessToken: async () => null })
}
