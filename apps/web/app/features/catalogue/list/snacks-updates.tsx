import { memo, useLayoutEffect } from 'react'
import { QueryCacheProvider } from '../../../data/products/query-client.tsx'
import { CatalogueSync } from '../catalogue-sync.tsx'
import type { SnackFilter } from './snack-filter.ts'
import type { Snacks } from './snacks.ts'
import { useSnacks } from './use-snacks.ts'

export { cachedSnacks } from './use-snacks.ts'

export type SnacksUpdate = { filter: SnackFilter; snacks: Snacks }

export type SnacksUpdatesProps = {
  filter: SnackFilter
  /** The page has been open for one polling interval. */
  pollsNow: boolean
  onUpdate: (update: SnacksUpdate) => void
}

/**
 * Loads snacks for each filter, and follows the catalogue. This module is loaded after the page,
 * because its query cache would make the first load a tenth larger. An update renders the page again,
 * which must not render this again.
 */
export const SnacksUpdates = memo(function FollowSnacks(props: SnacksUpdatesProps) {
  return (
    <QueryCacheProvider>
      <Updates {...props} />
      <CatalogueSync pollsNow={props.pollsNow} />
    </QueryCacheProvider>
  )
})

function Updates({ filter, onUpdate }: Omit<SnacksUpdatesProps, 'pollsNow'>) {
  const snacks = useSnacks(filter)

  // Before the next paint: a page that opens shows what is cached at once. `useSnacks` makes new
  // functions at each render, so there is nothing to compare.
  useLayoutEffect(() => onUpdate({ filter, snacks }))

  return null
}
