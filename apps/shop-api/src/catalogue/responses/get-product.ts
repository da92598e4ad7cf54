import type { Product } from '@nashta/contracts/catalogue/product'
import { dataHeaders } from '@nashta/service-kit/http/security-headers'
import { type Representation, representLazily } from '@nashta/service-kit/responses/representation'
import { LRUCache } from 'lru-cache'
import { productNotFound, type ProductRecord, type ProductStore } from '../product-store.ts'
import { productBody, toProduct } from '../product.ts'

const RESPONSES_MAX = 2000

export type GetProductDeps = { products: ProductStore; https: boolean }

/** Responses with one product and its exact stock, cached by record: a changed product has a new record. */
export function createProductResponses({ products, https }: GetProductDeps) {
  const responses = new LRUCache<ProductRecord, Representation>({ max: RESPONSES_MAX })

  function representRecord(record: ProductRecord) {
    const representation = representLazily({
      content: productBody(record),
      contentType: 'application/json; charset=utf-8',
      headers: dataHeaders({ https }),
    })
    responses.set(record, representation)
    return representation
  }

  async function findProduct(id: string): Promise<ProductRecord> {
    const record = await products.find(id)
    if (!record) throw productNotFound()
    return record
  }

  async function represent(id: string): Promise<Representation> {
    const record = await findProduct(id)
    return responses.get(record) ?? representRecord(record)
  }

  /** The product as data, for callers in the same process. */
  async function read(id: string): Promise<Product> {
    return toProduct(await findProduct(id))
  }

  /** The cached response, if there is one and storage need not be read. */
  function precomputed(id: string): Representation | undefined {
    const record = products.findCached(id)
    return record && responses.get(record)
  }

  return { read, represent, precomputed }
}
