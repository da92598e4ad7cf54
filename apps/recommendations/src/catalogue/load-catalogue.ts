import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { listProductPage, type ProductPage } from '@nashta/contracts/catalogue/product'
import { PRODUCT_PAGE_SIZE_MAX } from '@nashta/contracts/constants'
import type { CatalogueItem } from '../model/training-data.ts'

/** A product as suggestions show it. */
export type ShopProduct = CatalogueItem & {
  /** In rupees. */
  price: number
  imageUrl: string
}

/** Ignores the order of the products: it changes with sales, which lead to a training that uses the new order. */
export function isSameCatalogue(a: ReadonlyMap<string, ShopProduct>, b: ReadonlyMap<string, ShopProduct>) {
  return a.size === b.size && a.values().every((product) => isSameProduct(product, b.get(product.productId)))
}

function isSameProduct(a: ShopProduct, b: ShopProduct | undefined) {
  return (
    a.name === b?.name &&
    a.description === b.description &&
    a.category === b.category &&
    a.price === b.price &&
    a.imageUrl === b.imageUrl
  )
}

const ATTEMPTS_MAX = 3

/** The catalogue in sales order. Sales between two page requests can hide a product; the pages are then loaded again. */
export async function loadCatalogue(fetchShop: FetchShop): Promise<ShopProduct[]> {
  for (let attempt = 1; ; attempt++) {
    const { products, total } = await loadPages(fetchShop)
    if (products.size >= total || attempt === ATTEMPTS_MAX) return [...products.values()]
  }
}

async function loadPages(fetchShop: FetchShop) {
  const products = new Map<string, ShopProduct>()
  // An empty cursor requests the first page.
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
