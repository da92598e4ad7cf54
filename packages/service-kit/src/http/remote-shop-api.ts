import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { listProducts } from '@nashta/contracts/catalogue/product'

/** A Shop API in another process, for services of the store. */
export function connectShopApi(url: string, { timeoutMs }: { timeoutMs: number }) {
  const request = (path: string, method: 'GET' | 'HEAD') =>
    fetch(new URL(path, url), { method, signal: AbortSignal.timeout(timeoutMs) })

  return {
    fetchShop: httpFetchShop({ origin: url, timeoutMs }),

    /** The ETag of the whole product list: it changes whenever the catalogue changes. */
    catalogueVersion: async (): Promise<string> => {
      const response = await request(SHOP_API_BASE + listProducts.path, 'HEAD')
      const tag = response.headers.get('etag')
      if (!response.ok || !tag) throw new Error(`The Shop API responded ${response.status} to the catalogue`)
      return tag
    },

    probe: async () => {
      const response = await request('/readyz', 'GET')
      if (!response.ok) throw new Error(`The Shop API at ${url} is not ready`)
    },
  }
}
