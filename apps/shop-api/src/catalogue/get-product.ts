import type { Product } from '@nashta/contracts/product'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { ProductStore } from './product-store.ts'
import { toProduct } from './product.ts'

export type GetProductDeps = { products: ProductStore }

export async function getProduct({ products }: GetProductDeps, id: string): Promise<Product> {
  const record = await products.find(id)
  if (!record) throw new ServiceError('PRODUCT_NOT_FOUND', 'There is no such product')
  return toProduct(record)
}
