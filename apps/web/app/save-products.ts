import { findPage, productCache } from './data/catalogue-calls.ts'
import { productListQuery } from './data/product-queries.ts'
import { getQueryClient } from './data/query-client.tsx'

/** Saves all products in browser storage, or as many as fit. */
export async function saveProducts() {
  // `productListQuery` saves the first products of the catalogue. The open page may poll with the
  // same query at about this time: then the query cache sends one request for both.
  const { nextCursor } = await getQueryClient().fetchQuery(productListQuery)
  const isWholeCatalogue = nextCursor === null
  if (!isWholeCatalogue) await productCache.writeAll(findPage)
}
