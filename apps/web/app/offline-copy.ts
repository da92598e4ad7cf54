import { findPage, productCache } from './data/catalogue-calls.ts'
import { productListQuery } from './data/product-queries.ts'
import { getQueryClient } from './data/query-client.tsx'

/**
 * Saves the products in browser storage. Loads the code of the cart, and of the pages that can be
 * rendered from the saved products. The cart and these pages then open at once, and also offline.
 */
export async function saveWholeShop(pageModules: readonly string[]) {
  // A failure does no harm: a part that is missing is loaded when it is needed.
  await Promise.allSettled([
    ...pageModules.map((module) => import(/* @vite-ignore */ module)),
    import('./routes/home-updates.tsx'),
    import('./data/filter-products.ts'),
    import('./features/cart/engine/open-cart.ts'),
    saveProducts(),
  ])
}

async function saveProducts() {
  // `productListQuery` saves the first products of the catalogue. The open page may poll with the
  // same query at about this time: then the query cache sends one request for both.
  const { nextCursor } = await getQueryClient().fetchQuery(productListQuery)
  const isWholeCatalogue = nextCursor === null
  if (!isWholeCatalogue) await productCache.writeAll(findPage)
}
