import { contentTag } from '@nashta/service-kit/responses/representation'
import type { ProductRecord } from './product-store.ts'
import { toProduct } from './product.ts'

/** One product as `GET /products/{id}` sends it. */
export function productContent(record: ProductRecord) {
  return JSON.stringify({ data: toProduct(record) })
}

/** Another one for every change that a client could see, its stock included: the tag of what it was sent. */
export function productVersion(record: ProductRecord) {
  return contentTag(productContent(record))
}
