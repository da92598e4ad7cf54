import { findPage, productCache } from './data/catalogue-calls.ts'
import { productListQuery } from './data/product-queries.ts'
import { getQueryClient } from './data/query-client.tsx'

/**
 * Saves the products. Loads the code of the cart, and of the pages that can be rendered from the saved products. All of
 * these then open at once, and offline too.
 */
export async function saveWholeShop(pageModules: readonly string[]) {
  // What fails to load here is loaded again when it is needed.
  await Promise.allSettled([
    ...pageModules.map((module) => import(/* @vite-ignore */ module)),
    import('./routes/home-updates.tsx'),
    import('./data/filter-products.ts'),
    import('./features/cart/engine/open-cart.ts'),
    saveProducts(),
  ])
}

async function saveProducts() {
  // This query also saves the first products. A page that polls is due to run it now, and both share one call.
  const { nextCursor } = await getQueryClient().fetchQuery(productListQuery)
  if (nextCursor !== null) await productCache.writeAll(findPage)
}
