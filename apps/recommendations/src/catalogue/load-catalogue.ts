import { type ApiResponse, SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { listProducts, type ProductPage, productPageReply } from '@nashta/contracts/catalogue/product'
import { PRODUCT_PAGE_SIZE_MAX } from '@nashta/contracts/constants'
import type { CatalogueItem } from '../model/training-data.ts'

/** A product with the fields that suggestions show. */
export type ShopProduct = CatalogueItem & {
  /** In rupees. */
  price: number
  imageUrl: string
}

export type FetchShop = (path: string, init?: { method: 'GET' | 'HEAD' }) => Promise<ApiResponse>

const ATTEMPTS_MAX = 3

/** The catalogue in sales order. The order may change between two pages; an incomplete list is read again. */
export async function loadCatalogue(fetchShop: FetchShop): Promise<ShopProduct[]> {
  for (let attempt = 1; ; attempt++) {
    const { products, total } = await loadPages(fetchShop)
    if (products.size >= total || attempt === ATTEMPTS_MAX) return [...products.values()]
  }
}

async function loadPages(fetchShop: FetchShop) {
  const products = new Map<string, ShopProduct>()
  let cursor: string | null = ''
  let total = 0
  while (cursor !== null) {
    const page: ProductPage = await loadPage(fetchShop, cursor)
    for (const { products_id: productId, name, description, category, price, imageUrl } of page.items)
      products.set(productId, { productId, name, description, category, price, imageUrl })
    cursor = page.nextCursor
    total = page.total
  }
  return { products, total }
}

async function loadPage(fetchShop: FetchShop, cursor: string): Promise<ProductPage> {
  const query = new URLSearchParams({ limit: String(PRODUCT_PAGE_SIZE_MAX), ...(cursor && { cursor }) })
  const response = await fetchShop(`${SHOP_API_BASE}${listProducts.path}?${query.toString()}`)
  if (!response.ok) throw new Error(`The Shop API answered ${response.status} to the catalogue`)
  return productPageReply.parse(await response.json()).data
}

/** The catalogue version of a remote Shop API: the ETag of the whole list. */
export async function lookAtCatalogue(fetchShop: FetchShop): Promise<string> {
  const response = await fetchShop(SHOP_API_BASE + listProducts.path, { method: 'HEAD' })
  const tag = response.headers.get('etag')
  if (!response.ok || !tag) throw new Error(`The Shop API answered ${response.status} to the catalogue`)
  return tag
}
