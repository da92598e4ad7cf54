import type { ProductQuery } from '@nashta/contracts/catalogue/product-query'
import { dataHeaders } from '@nashta/service-kit/http/security-headers'
import { createRecent } from '@nashta/service-kit/responses/recent'
import { type Representation, representWhenAsked } from '@nashta/service-kit/responses/representation'
import type { CatalogueTable } from './catalogue-table.ts'
import { findProducts } from './find-products.ts'
import { isFresh, type Written } from './kept-answer.ts'
import type { LiveCatalogue } from './live-catalogue.ts'

/** About ten megabytes of pages. */
const PAGES_MAX = 500

/** What `GET /products` replies to this query, as data for callers in the same process. */
export function readProducts({ table }: { table: CatalogueTable }, query: ProductQuery) {
  const { product } = table.columns
  const toProducts = (slots: ArrayLike<number>) => Array.from(slots).flatMap((slot) => product[slot] ?? [])
  if (Object.keys(query).length === 0) return { data: toProducts(table.order('relevance').slots) }

  const { slots, total, nextCursor } = findProducts(table, query)
  return { data: { items: toProducts(slots), total, nextCursor } }
}

export type ProductPagesDeps = { catalogue: LiveCatalogue; https: boolean; now: () => Date }

/** Pages as they go out; those asked for lately are kept for as long as they are right. */
export function createProductPages({ catalogue, https, now }: ProductPagesDeps) {
  const time = () => now().getTime()
  const recent = createRecent<Written & { answer: Representation }>({ max: PAGES_MAX })

  return async function productPage(query: ProductQuery): Promise<Representation> {
    const { table, stamp } = await catalogue.current()
    const key = JSON.stringify(query)
    const kept = recent.get(key)
    if (kept && isFresh(kept, stamp, time)) return kept.answer

    const { slots, total, nextCursor } = findProducts(table, query)
    const items = Array.from(slots, (slot) => table.columns.json[slot])
    const rest = JSON.stringify({ total, nextCursor }).slice(1)
    const answer = representWhenAsked({
      content: `{"data":{"items":[${items.join(',')}],${rest}}`,
      contentType: 'application/json; charset=utf-8',
      headers: dataHeaders({ https }),
    })
    const writtenAt = time()
    recent.set(key, { stamp, startedAt: writtenAt, writtenAt, answer })
    return answer
  }
}
