import { STORE_UNREACHABLE } from '@nashta/contracts/api/shop-error'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { productListQuery } from '../../data/product-queries.ts'
import { useProductList } from '../../data/use-product-list.ts'
import { savedSnacksText } from './catalogue-texts.ts'

/** A query depends on the catalogue if its key begins with one of these. */
const CATALOGUE_KEYS = new Set<unknown>(['catalogue', 'recommendations'])
/** The second part of the polled list's key. The first part is `catalogue`. */
const [, POLLED_LIST] = productListQuery.queryKey
const AGE_UPDATE_INTERVAL_MS = 30_000

/**
 * Polls the product list while a page is open. While the store is unreachable, shows a notice. The
 * notice tells the age of the saved list, if there is one.
 */
export function CatalogueSync() {
  // The page already has its products, so the first poll waits for one interval.
  const { products, savedAt, isReachable } = useProductList({ fetchNow: false })
  // While the store is unreachable, `products` is the saved list. The page may show newer data.
  useRefetchOnChange(isReachable ? products : undefined)
  const ageMs = useAgeMs(savedAt)

  return (
    <output className="fixed inset-x-0 bottom-4 z-20 flex justify-center px-4 sm:justify-start sm:px-6">
      {isReachable ? null : (
        <span className="rounded-full bg-cocoa px-5 py-3 text-[0.9375rem] font-medium text-paper shadow-lg">
          {ageMs === null ? STORE_UNREACHABLE : savedSnacksText(ageMs)}
        </span>
      )}
    </output>
  )
}

/**
 * Refetches the page's data when `products` becomes another list. `products` may be undefined when
 * the page opens. Then the first list also causes a refetch, because the list is newer than the
 * page's data.
 */
function useRefetchOnChange(products: unknown) {
  const client = useQueryClient()
  const previous = useRef(products)

  useEffect(() => {
    if (products === undefined || previous.current === products) return
    previous.current = products
    void client.invalidateQueries({
      predicate: ({ queryKey: [kind, part] }) => CATALOGUE_KEYS.has(kind) && part !== POLLED_LIST,
    })
  }, [client, products])
}

function useAgeMs(savedAt: number | null): number | null {
  // The effect sets the time. Until then `now` is 0, and the age is 0 instead of negative.
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
