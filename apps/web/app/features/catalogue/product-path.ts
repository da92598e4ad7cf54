import type { Product } from '@nashta/contracts/catalogue/product'

export function productPath({ products_id }: Pick<Product, 'products_id'>): string {
  return `/product/${encodeURIComponent(products_id)}`
}
