import { STORE_UNREACHABLE } from '@nashta/contracts/api/error-texts'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { productListQuery } from '../../data/products/product-queries.ts'
import { useProductList } from '../../data/products/use-product-list.ts'
import { savedSnacksText } from './saved-snacks-text.ts'

/** A query depends on the catalogue if its key begins with one of these. */
const CATALOGUE_KEYS = new Set<unknown>(['catalogue', 'recommendations'])
const AGE_UPDATE_INTERVAL_MS = 30_000

/**
 * Polls the product list while a page is open. A page that already has its products waits one interval
 * before the first poll. With `pollsNow` it has waited. While the store is unreachable, shows a notice. The
 * notice tells the age of the saved list, if there is one.
 */
export function CatalogueSync({ pollsNow = false }: { pollsNow?: boolean }) {
  const { products, savedAt, isReachable } = useProductList({ fetchNow: pollsNow })
  // While the store is unreachable, `products` is a saved list. The saved list causes no refetch,
  // because the page may show newer data.
  const polledProducts = isReachable ? products : undefined
  useRefetchOnChange(polledProducts)
  const ageMs = useAgeMs(savedAt)

  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-20 z-20 flex justify-center px-4 sm:justify-start sm:px-6 md:bottom-4">
      {isReachable ? null : (
        <span
          data-list-notice=""
          className="rounded-full bg-cocoa px-5 py-3 text-[0.9375rem] font-medium text-paper shadow-lg"
        >
          {ageMs === null ? STORE_UNREACHABLE : savedSnacksText(ageMs)}
        </span>
      )}
    </output>
  )
}

/**
 * Refetches the page's data when a poll brings a changed list. A first poll, which has no earlier
 * list to compare with, also causes a refetch.
 */
function useRefetchOnChange(polledProducts: unknown) {
  const client = useQueryClient()
  const previous = useRef(polledProducts)

  useEffect(() => {
    if (polledProducts === undefined || previous.current === polledProducts) return
    previous.current = polledProducts
    void client.invalidateQueries({ predicate: ({ queryKey }) => isOutdatedByPoll(queryKey) })
  }, [client, polledProducts])
}

/** True for queries that depend on the catalogue, except the polled list, which is new. */
function isOutdatedByPoll([kind, name]: QueryKey) {
  const isPolledList = name === productListQuery.queryKey[1]
  return CATALOGUE_KEYS.has(kind) && !isPolledList
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
