import { randomBytes } from 'node:crypto'
import type { Product } from '@nashta/contracts/catalogue/product'
import type { CreateProduct } from '@nashta/contracts/catalogue/product-input'
import { rupeesToPaise } from '@nashta/contracts/money'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { toProductRecord } from '../product-fields.ts'
import type { ProductStore } from '../product-store.ts'
import { toProduct } from '../product.ts'
import { foldWords } from '../search/fold-text.ts'
import { refuseOtherHosts } from './picture-hosts.ts'

const SLUG_MAX_LENGTH = 60

export type CreateProductDeps = {
  products: ProductStore
  now: () => Date
  /** The hosts besides the store itself that pictures may come from. */
  imageHosts: readonly string[]
  /** Returns a short random text of lower-case letters and digits. */
  newIdSuffix?: () => string
}

export async function createProduct(
  { products, now, imageHosts, newIdSuffix = () => randomBytes(4).toString('hex') }: CreateProductDeps,
  by: Caller,
  { price, ...fields }: CreateProduct,
): Promise<Product> {
  refuseOtherHosts(fields, imageHosts)
  const at = now().toISOString()
  const product = toProductRecord({
    ...fields,
    products_id: fields.products_id ?? newProductId(fields.name, newIdSuffix()),
    pricePaise: rupeesToPaise(price),
    createdAt: at,
    updatedAt: at,
  })
  await products.create(product, { by, at })
  return toProduct(product)
}

/** An id that is readable in a URL, e.g. `masala-chips-1a2b3c4d`. The random suffix makes it unique. */
export function newProductId(name: string, suffix: string): string {
  const words = foldWords(name).filter((word) => /^[a-z\d]+$/.test(word))
  const slug = words.join('-').slice(0, SLUG_MAX_LENGTH).replace(/-$/, '')
  return `${slug || 'product'}-${suffix}`
}
