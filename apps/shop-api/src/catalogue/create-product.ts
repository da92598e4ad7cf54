import { randomBytes } from 'node:crypto'
import type { Product } from '@nashta/contracts/catalogue/product'
import type { CreateProduct } from '@nashta/contracts/catalogue/product-input'
import { rupeesToPaise } from '@nashta/contracts/money'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { refuseOtherHosts } from './picture-hosts.ts'
import { newProductId } from './product-id.ts'
import type { ProductRecord, ProductStore } from './product-store.ts'
import { toProduct } from './product.ts'

export type CreateProductDeps = {
  products: ProductStore
  now: () => Date
  /** Other hosts that pictures may come from. */
  imageHosts: readonly string[]
  /** Short, random, of lower-case letters and digits. */
  newIdSuffix?: () => string
}

export async function createProduct(
  { products, now, imageHosts, newIdSuffix = () => randomBytes(4).toString('hex') }: CreateProductDeps,
  by: Caller,
  { products_id, id, price, stock, ...fields }: CreateProduct,
): Promise<Product> {
  refuseOtherHosts(fields, imageHosts)
  const at = now().toISOString()
  const product: ProductRecord = {
    products_id: products_id ?? newProductId(fields.name, newIdSuffix()),
    ...(id !== undefined && { id }),
    ...fields,
    pricePaise: rupeesToPaise(price),
    ...(stock !== undefined && { stock }),
    createdAt: at,
    updatedAt: at,
  }
  await products.create(product, { by, at })
  return toProduct(product)
}
