import { useRouteLoaderData } from 'react-router'
import type { PageShelf } from './read-storefront.ts'

const NO_SHELVES: readonly PageShelf[] = []

/** The shelves in their order, from the root route's loader; empty when they could not be loaded. */
export function useShelves(): readonly PageShelf[] {
  return useRouteLoaderData<{ shelves: readonly PageShelf[] }>('root')?.shelves ?? NO_SHELVES
}
