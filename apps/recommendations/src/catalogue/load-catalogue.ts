import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { listProductPage, type ProductPage } from '@nashta/contracts/catalogue/product'
import { PRODUCT_PAGE_SIZE_MAX } from '@nashta/contracts/constants'
import type { FastifyBaseLogger } from 'fastify'
import type { ModelProduct } from '../model/training-data.ts'

/** A product as suggestions show it. */
export type ShopProduct = ModelProduct & {
  /** In rupees. */
  price: number
  imageUrl: string
}

/**
 * Whether both catalogues have the same products, in any order. Catalogues are ordered by sales, so
 * a sale may change only the order. The snapshot then keeps the old order until the training that
 * follows the sale loads the catalogue again.
 */
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

/**
 * The catalogue, best sellers first. Sales move products between pages, so a load may miss products
 * and is then repeated.
 */
export async function loadCatalogue(
  fetchShop: FetchShop,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): Promise<ShopProduct[]> {
  for (let attempt = 1; ; attempt++) {
    const { products, total } = await loadPages(fetchShop)
    const missing = total - products.size
    if (missing > 0 && attempt < ATTEMPTS_MAX) continue
    if (missing > 0)
      logger.warn({ count: missing }, 'products are missing from suggestions until the next load')
    return [...products.values()]
  }
}

async function loadPages(fetchShop: FetchShop) {
  const products = new Map<string, ShopProduct>()
  // An empty cursor requests the first page.
  let cursor: string | null = ''
  let total = 0
  while (cursor !== null) {
    const query = { limit: PRODUCT_PAGE_SIZE_MAX, cursor }
    const page: ProductPage = (await fetchShop(listProductPage, { query })).data
    for (const { products_id: productId, name, description, category, price, imageUrl } of page.items)
      products.set(productId, { productId, name, description, category, price, imageUrl })
    cursor = page.nextCursor
    total = page.total
  }
  return { products, total }
}
