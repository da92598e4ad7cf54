import { PRODUCT_PAGE_SIZE_MAX } from '@nashta/contracts/constants'
import { SHOP_API_BASE } from '@nashta/contracts/endpoint'
import { listProducts, productPageReply } from '@nashta/contracts/product'
import type { ShopProduct } from './shop-product.ts'

export type FetchShop = (path: string, init?: { method: 'GET' | 'HEAD' }) => Promise<Response>

/** Page by page, in an order that sales do not change meanwhile. */
export async function loadCatalogue(fetchShop: FetchShop): Promise<ShopProduct[]> {
  const products: ShopProduct[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: URLSearchParams = new URLSearchParams({
      sort: 'newest',
      limit: String(PRODUCT_PAGE_SIZE_MAX),
    })
    if (cursor) query.set('cursor', cursor)
    const response: Response = await fetchShop(`${SHOP_API_BASE}${listProducts.path}?${query.toString()}`)
    if (!response.ok) throw new Error(`The Shop API answered ${response.status} to the catalogue`)
    const { items, nextCursor } = productPageReply.parse(await response.json()).data
    for (const { products_id: productId, name, description, category = '', price, imageUrl } of items)
      products.push({ productId, name, description, category, price, imageUrl })
    cursor = nextCursor
  }
  return products
}

/** The catalogue's version as seen from afar: the tag of the whole list. */
export async function lookAtCatalogue(fetchShop: FetchShop): Promise<string> {
  const response = await fetchShop(SHOP_API_BASE + listProducts.path, { method: 'HEAD' })
  const tag = response.headers.get('etag')
  if (!response.ok || !tag) throw new Error(`The Shop API answered ${response.status} to the catalogue`)
  return tag
}
