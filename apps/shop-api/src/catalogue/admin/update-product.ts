import type { UpdateProduct } from '@nashta/contracts/catalogue/product-input'
import { rupeesToPaise } from '@nashta/contracts/money'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { productNotFound, type ProductRecord, type ProductStore } from '../product-store.ts'
import { refuseOtherHosts } from './picture-hosts.ts'

export type UpdateProductDeps = {
  products: ProductStore
  now: () => Date
  /** The hosts besides the store itself that pictures may come from. */
  imageHosts: readonly string[]
}

export async function updateProduct(
  { products, now, imageHosts }: UpdateProductDeps,
  by: Caller,
  id: string,
  { price, ...fields }: UpdateProduct,
  ifVersion?: string,
): Promise<ProductRecord> {
  refuseOtherHosts(fields, imageHosts)
  const change = { ...fields, ...(price !== undefined && { pricePaise: rupeesToPaise(price) }) }
  const product = await products.update(id, change, { by, at: now().toISOString() }, ifVersion)
  if (!product) throw productNotFound()
  return product
}

export async function deleteProduct(
  { products, now }: Pick<UpdateProductDeps, 'products' | 'now'>,
  by: Caller,
  id: string,
) {
  const product = await products.remove(id, { by, at: now().toISOString() })
  if (!product) throw productNotFound()
  return { products_id: product.products_id }
}
