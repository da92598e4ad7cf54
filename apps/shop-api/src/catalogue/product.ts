import type { Product } from '@nashta/contracts/catalogue/product'
import { paiseToRupees } from '@nashta/contracts/money'
import { contentHash } from '@nashta/service-kit/responses/representation'
import type { ProductRecord } from './product-store.ts'

/** The product of the contract, made from the stored record. */
export function toProduct({ pricePaise, ...record }: ProductRecord): Product {
  return { ...record, price: paiseToRupees(pricePaise) }
}

/** The response body of `GET /products/{id}`. */
export function productBody(record: ProductRecord) {
  return JSON.stringify({ data: toProduct(record) })
}

/**
 * The product version of an admin's `If-Match`: the ETag of `GET /products/{id}`, without quotes and encoding. It changes
 * with every visible change of this one product, its stock included. It has nothing to do with the catalogue version.
 */
export function productVersion(record: ProductRecord) {
  return contentHash(productBody(record))
}
