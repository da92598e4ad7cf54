import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { getShelves } from '@nashta/contracts/storefront/shelves'
import { queryOptions } from '@tanstack/react-query'
import { FETCH_ONCE } from './fetch-once.ts'

/** The shelves with the number of their products. */
export function shelvesQuery(fetchShop: FetchShop) {
  return queryOptions({
    queryKey: ['shelves'],
    ...FETCH_ONCE,
    queryFn: async ({ signal }) => (await fetchShop(getShelves, { signal })).data,
  })
}
