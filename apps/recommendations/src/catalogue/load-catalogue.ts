import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { categoriesOf } from '@nashta/contracts/catalogue/categories'
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

type ProductsById = ReadonlyMap<string, ShopProduct>

/** Whether both catalogues have the same products. The order of the products may differ. */
export function haveSameProducts(a: ProductsById, b: ProductsById) {
  return a.size === b.size && a.values().every((product) => isSameProduct(product, b.get(product.productId)))
}

function isSameProduct(a: ShopProduct, b: ShopProduct | undefined) {
  return (
    a.name === b?.name &&
    a.description === b.description &&
    a.family === b.family &&
    categoriesOf(a).join('\n') === categoriesOf(b).join('\n') &&
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
  let catalogue = await loadPages(fetchShop)
  let attempts = 1
  while (catalogue.missing > 0 && attempts < ATTEMPTS_MAX) {
    catalogue = await loadPages(fetchShop)
    attempts += 1
  }
  const { products, missing } = catalogue
  if (missing > 0)
    logger.warn({ count: missing }, 'products are missing from suggestions until the next load')
  return products
}

async function loadPages(fetchShop: FetchShop) {
  const products = new Map<string, ShopProduct>()
  // An empty cursor requests the first page.
  let cursor: string | null = ''
  let total = 0
  while (cursor !== null) {
    const query = { limit: PRODUCT_PAGE_SIZE_MAX, cursor }
    const page: ProductPage = (await fetchShop(listProductPage, { query })).data
    for (const product of page.items) {
      const {
        products_id: productId,
        name,
        description,
        family,
        category,
        categories,
        price,
        imageUrl,
      } = product
      products.set(productId, {
        productId,
        name,
        description,
        family,
        category,
        categories,
        price,
        imageUrl,
      })
    }
    cursor = page.nextCursor
    total = page.total
  }
  return { products: [...products.values()], missing: total - products.size }
}
