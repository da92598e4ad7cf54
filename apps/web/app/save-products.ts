import { findPage, productCache } from './data/products/catalogue-calls.ts'
import { productListQuery } from './data/products/product-queries.ts'
import { getQueryClient } from './data/products/query-client.tsx'

/** Saves all products in browser storage, or as many as fit. */
export async function saveProducts() {
  // `productListQuery` saves the first products of the catalogue. The open page may poll with the
  // same query at about this time: then the query cache sends one request for both.
  const { nextCursor } = await getQueryClient().fetchQuery(productListQuery)
  const isWholeCatalogue = nextCursor === null
  if (!isWholeCatalogue) await productCache.writeAll(findPage)
}
