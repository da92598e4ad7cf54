import { type Endpoint, SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import { listProducts } from '@nashta/contracts/catalogue/product'
import { getPaymentMethods } from '@nashta/contracts/orders/payment-methods'
import { getShop } from '@nashta/contracts/shop/shop'
import { getStorefront } from '@nashta/contracts/storefront/storefront'
import { watchCatalogue } from './watch-catalogue.ts'

/** A client of a Shop API in another process. */
export function connectShopApi(url: string, { timeoutMs, now }: { timeoutMs: number; now: () => Date }) {
  const request = (path: string, method: 'GET' | 'HEAD') =>
    fetch(new URL(path, url), { method, signal: AbortSignal.timeout(timeoutMs) })

  async function fetchEtag({ path }: Endpoint) {
    const response = await request(SHOP_API_BASE + path, 'HEAD')
    const etag = response.headers.get('etag')
    if (!response.ok || !etag) throw new Error(`The Shop API responded ${response.status} to ${path}`)
    return etag
  }

  /** Pages show the products, shelves, the shop's record and the ways to pay, so the ETags of these are fetched. */
  const fetchEtags = async () =>
    (await Promise.all([listProducts, getShop, getStorefront, getPaymentMethods].map(fetchEtag))).join(' ')

  return {
    fetchShop: httpFetchShop({ origin: url, timeoutMs }),

    catalogueVersion: watchCatalogue({ fetchEtags, now }),

    probe: async () => {
      const response = await request('/readyz', 'GET')
      if (!response.ok) throw new Error(`The Shop API at ${url} is not ready`)
    },
  }
}
