import type { ProductQuery } from '@nashta/contracts/catalogue/product-query'
import { dataHeaders } from '@nashta/service-kit/http/security-headers'
import { type Representation, representLazily } from '@nashta/service-kit/responses/representation'
import { LRUCache } from 'lru-cache'
import type { InMemoryCatalogue } from '../in-memory-catalogue.ts'
import { findProducts } from '../search/find-products.ts'

/** About ten megabytes of pages. */
const PAGES_MAX = 500

/** The reply of `GET /products` as data, for callers in the same process. */
export async function readProducts(catalogue: InMemoryCatalogue, query: ProductQuery) {
  const { table } = await catalogue.current()
  const { product } = table.columns
  const toProducts = (slots: ArrayLike<number>) => Array.from(slots).flatMap((slot) => product[slot] ?? [])
  if (Object.keys(query).length === 0) return { data: toProducts(table.sortedIndex('relevance').slots) }

  const { slots, total, nextCursor } = findProducts(table, query)
  return { data: { items: toProducts(slots), total, nextCursor } }
}

export type ProductPagesDeps = { catalogue: InMemoryCatalogue; https: boolean }

/** Responses to product queries, cached until the catalogue version changes. */
export function createProductPages({ catalogue, https }: ProductPagesDeps) {
  const pages = new LRUCache<string, { version: string; response: Representation }>({ max: PAGES_MAX })

  return async function representPage(query: ProductQuery): Promise<Representation> {
    const { table, version } = await catalogue.current()
    const key = JSON.stringify(query)
    const cached = pages.get(key)
    if (cached?.version === version) return cached.response

    const { slots, total, nextCursor } = findProducts(table, query)
    const items = Array.from(slots, (slot) => table.columns.json[slot])
    // The remaining fields of the JSON object that `content` begins.
    const rest = JSON.stringify({ total, nextCursor }).slice(1)
    const response = representLazily({
      content: `{"data":{"items":[${items.join(',')}],${rest}}`,
      contentType: 'application/json; charset=utf-8',
      headers: dataHeaders({ https }),
    })
    pages.set(key, { version, response })
    return response
  }
}
