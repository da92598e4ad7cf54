import {
  getProduct,
  listProducts as listProductsEndpoint,
  type Product,
  productsReply,
} from '@nashta/contracts/product'
import { createContext } from 'react-router'
import { createFetchShop } from '../data/fetch-shop.ts'
import { fetchProductPage, type PageQuery, type ProductPage } from '../data/product-pages.ts'

/** Asks the Shop API for a path such as `/api/products`; whoever serves the pages provides it. */
export type FetchApi = (path: string, init?: { method: 'GET' | 'HEAD' }) => Promise<Response>

export const fetchApiContext = createContext<FetchApi>()

/** The whole catalogue; where a page shows only some of it, `findProducts` is the one to ask. */
export async function listProducts(fetchApi: FetchApi): Promise<Product[]> {
  return (await shop(fetchApi)(wholeList)).data
}

export function findProducts(fetchApi: FetchApi, query: PageQuery): Promise<ProductPage> {
  return fetchProductPage(shop(fetchApi), query)
}

/** Rejects with a `ShopError` that says whether there is none or it could not be had. */
export async function findProduct(fetchApi: FetchApi, id: string): Promise<Product> {
  return (await shop(fetchApi)(getProduct, { params: { id } })).data
}

const wholeList = { ...listProductsEndpoint, reply: productsReply }

/** A page is the same for everyone: there is nobody's token to show. */
function shop(fetchApi: FetchApi) {
  return createFetchShop({ fetch: (path) => fetchApi(path), getAccessToken: async () => null })
}
