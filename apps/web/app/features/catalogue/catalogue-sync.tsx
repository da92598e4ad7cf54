import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { productListQuery } from '../../data/product-queries.ts'
import { useProductList } from '../../data/use-product-list.ts'
import { savedSnacksText } from './catalogue-texts.ts'
import { hasSeveralPages } from './snack-pages.ts'

const AGE_UPDATE_INTERVAL_MS = 30_000

/** The routes that can be rendered from the stored product list, by the ids that they have in `routes.ts`. */
const OFFLINE_ROUTES = [
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

/** Polls the product list while a page is open, and shows the age of the list while the store is unreachable. */
export function CatalogueSync() {
  const { products, savedAt } = useProductList({ fetchNow: false })
  useRefetchOnChange(products)
  const ageMs = useAgeMs(savedAt)
  const hasList = products !== undefined
  useEffect(() => {
    // Once the list has loaded, prefetching no longer competes with the loading of the page.
    if (hasList) void prefetchRoutes(OFFLINE_ROUTES)
  }, [hasList])

  return (
    <output className="fixed inset-x-0 bottom-4 z-20 flex justify-center px-4 sm:justify-start sm:px-6">
      {ageMs === null ? null : (
        <span className="rounded-full bg-cocoa px-5 py-3 text-[0.9375rem] font-medium text-paper shadow-lg">
          {savedSnacksText(ageMs)}
        </span>
      )}
    </output>
  )
}

/** Loads the code of these routes, so that they open at once, and offline too. */
async function prefetchRoutes(routes: readonly string[]) {
  const { __reactRouterManifest: manifest } = window
  const modules = routes.flatMap((route) => manifest?.routes[route]?.module ?? [])
  // A module that fails to load here is loaded again when its page opens.
  await Promise.allSettled(modules.map((module) => import(/* @vite-ignore */ module)))
}

/** When the polled list changes, refetches the other catalogue queries on screen, except those of several pages. */
function useRefetchOnChange(products: unknown) {
  const client = useQueryClient()
  const previous = useRef(products)

  useEffect(() => {
    const changed = previous.current !== undefined && previous.current !== products
    previous.current = products
    if (!changed) return
    void client.invalidateQueries({
      queryKey: ['catalogue'],
      predicate: (query) => query.queryKey[1] !== productListQuery.queryKey[1] && !hasSeveralPages(query),
    })
  }, [client, products])
}

function useAgeMs(savedAt: number | null): number | null {
  // Zero until the effect has run: the age counts as zero until then.
  const [now, setNow] = useState(0)

  useEffect(() => {
    if (savedAt === null) return undefined
    const update = () => setNow(Date.now())
    update()
    const timer = setInterval(update, AGE_UPDATE_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [savedAt])

  return savedAt === null ? null : Math.max(0, now - savedAt)
}
