import type { Product } from '@nashta/contracts/catalogue/product'
import { paiseToRupees } from '@nashta/contracts/money'
import type { ProductRecord } from './product-store.ts'

export function toProduct({ pricePaise, ...record }: ProductRecord): Product {
  return { ...record, price: paiseToRupees(pricePaise) }
}
