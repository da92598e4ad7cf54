import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { listOffers } from '@nashta/contracts/offers/offers'
import { queryOptions } from '@tanstack/react-query'

/** All offers with their uses, the newest first. */
export function offersQuery(fetchShop: FetchShop) {
  return queryOptions({
    queryKey: ['offers'],
    queryFn: async ({ signal }) => (await fetchShop(listOffers, { signal })).data,
  })
}
