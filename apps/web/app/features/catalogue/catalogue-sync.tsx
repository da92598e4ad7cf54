import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { prefetchPages } from '../../data/prefetch-pages.ts'
import { productListQuery } from '../../data/product-queries.ts'
import { useProductList } from '../../data/use-product-list.ts'
import { savedSnacks } from './catalogue-texts.ts'
import { isScrolledThrough } from './snack-pages.ts'

const AGE_SHOWN_EVERY_MS = 30_000

/** The pages that can be shown from what is saved. */
const PAGES_WITHOUT_NETWORK = [
  'routes/product',
  'routes/suggested',
  'routes/best-sellers',
  'routes/all-snacks',
  'routes/new-arrivals',
]

/** Keeps a page in step with the store for as long as it is open, and says so when the store cannot be reached. */
export function CatalogueSync() {
  const { products, savedAt } = useProductList({ canWait: true })
  useRenewal(products)
  const age = useAge(savedAt)
  const hasList = products !== undefined
  useEffect(() => {
    // Not before: until then the page itself may still be loading.
    if (hasList) void prefetchPages(PAGES_WITHOUT_NETWORK)
  }, [hasList])

  return (
    <output className="fixed inset-x-0 bottom-4 z-20 flex justify-center px-4 sm:justify-start sm:px-6">
      {age === null ? null : (
        <span className="rounded-full bg-cocoa px-5 py-3 text-[0.9375rem] font-medium text-paper shadow-lg">
          {savedSnacks(age)}
        </span>
      )}
    </output>
  )
}

/** Only the list is polled: when it changes, whatever else of the catalogue is on screen is asked for again. */
function useRenewal(products: unknown) {
  const client = useQueryClient()
  const known = useRef(products)

  useEffect(() => {
    const changed = known.current !== undefined && known.current !== products
    known.current = products
    if (!changed) return
    void client.invalidateQueries({
      queryKey: ['catalogue'],
      predicate: (query) => query.queryKey[1] !== productListQuery.queryKey[1] && !isScrolledThrough(query),
    })
  }, [client, products])
}

function useAge(savedAt: number | null): number | null {
  const [now, setNow] = useState(0)

  useEffect(() => {
    if (savedAt === null) return undefined
    const look = () => setNow(Date.now())
    look()
    const timer = setInterval(look, AGE_SHOWN_EVERY_MS)
    return () => clearInterval(timer)
  }, [savedAt])

  return savedAt === null ? null : Math.max(0, now - savedAt)
}
