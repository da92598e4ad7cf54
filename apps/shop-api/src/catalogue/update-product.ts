import { rupeesToPaise } from '@nashta/contracts/money'
import type { Product } from '@nashta/contracts/product'
import type { UpdateProduct } from '@nashta/contracts/product-input'
import type { Caller } from '@nashta/service-kit/authorise'
import { type ProductChange, productNotFound, type ProductStore } from './product-store.ts'
import { toProduct } from './product.ts'

export type UpdateProductDeps = { products: ProductStore; now: () => Date }

export async function updateProduct(
  { products, now }: UpdateProductDeps,
  by: Caller,
  id: string,
  { price, ...fields }: UpdateProduct,
): Promise<Product> {
  const change = {
    ...fields,
    ...(price !== undefined && { pricePaise: rupeesToPaise(price) }),
  } as ProductChange
  const product = await products.update(id, change, { by, at: now().toISOString() })
  if (!product) throw productNotFound()
  return toProduct(product)
}
