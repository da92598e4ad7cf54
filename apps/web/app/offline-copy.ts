import { findPage, productCache } from './data/catalogue-calls.ts'

/** The routes that can be rendered from the stored product list, by the ids that they have in `routes.ts`. */
const OFFLINE_ROUTES = [
  'routes/home',
  'routes/with-query-cache',
  'routes/product',
  'routes/suggested',
  'routes/best-sellers',
  'routes/all-snacks',
  'collections/new-arrivals',
]

declare global {
  interface Window {
    /** The router's route manifest, part of every page that the server renders. */
    __reactRouterManifest?: { routes: Record<string, { module: string } | undefined> }
  }
}

/** Saves the products after the first ones, and loads the code of pages, so that they open at once, and offline too. */
export async function saveWholeShop({ hasMore }: { hasMore: boolean }) {
  const { __reactRouterManifest: manifest } = window
  const modules = OFFLINE_ROUTES.flatMap((route) => manifest?.routes[route]?.module ?? [])
  // What fails to load here is loaded again when its page opens.
  await Promise.allSettled([
    ...modules.map((module) => import(/* @vite-ignore */ module)),
    import('./routes/home-updates.tsx'),
    import('./data/filter-products.ts'),
    hasMore && productCache.writeAll(findPage),
  ])
}
