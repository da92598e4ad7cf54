import type { Caller } from '@nashta/service-kit/auth/authorise'
import { productNotFound, type ProductStore } from './product-store.ts'

export type DeleteProductDeps = { products: ProductStore; now: () => Date }

export async function deleteProduct({ products, now }: DeleteProductDeps, by: Caller, id: string) {
  const product = await products.remove(id, { by, at: now().toISOString() })
  if (!product) throw productNotFound()
  return { products_id: product.products_id }
}
