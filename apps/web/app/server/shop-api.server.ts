import { SHOP_API_BASE } from '@nashta/contracts/endpoint'
import { listProducts as listProductsEndpoint, type Product, productsReply } from '@nashta/contracts/product'
import { createContext } from 'react-router'

/** Asks the Shop API for a path such as `/api/products`; whoever serves the pages provides it. */
export type FetchApi = (path: string, init?: { method: 'GET' | 'HEAD' }) => Promise<Response>

export const fetchApiContext = createContext<FetchApi>()

export async function listProducts(fetchApi: FetchApi): Promise<Product[]> {
  const path = SHOP_API_BASE + listProductsEndpoint.path
  const response = await fetchApi(path)
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`)
  return productsReply.parse(await response.json()).data
}
