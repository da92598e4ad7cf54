import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { listProductPage, type ProductPage } from '@nashta/contracts/catalogue/product'
import { PRODUCT_PAGE_SIZE_MAX } from '@nashta/contracts/constants'
import type { CatalogueItem } from '../model/catalogue-item.ts'

/** A product as suggestions show it. */
export type ShopProduct = CatalogueItem & {
  /** In rupees. */
  price: number
  imageUrl: string
}

const ATTEMPTS = 3

/** In the shop's own order, best sellers first. Products may move between two page reads: a list with a gap is read again. */
export async function loadCatalogue(fetchShop: FetchShop): Promise<ShopProduct[]> {
  for (let attempt = 1; ; attempt++) {
    const { products, total } = await loadPages(fetchShop)
    if (products.size >= total || attempt === ATTEMPTS) return [...products.values()]
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
  return (await fetchShop(listProductPage, { query: { limit: PRODUCT_PAGE_SIZE_MAX, cursor } })).data
}
