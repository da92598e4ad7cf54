import { couriersOf } from '@nashta/contracts/delivery/couriers'
import { getShop } from '@nashta/contracts/shop/shop'
import { useQuery } from '@tanstack/react-query'
import { FETCH_ONCE } from '../data/fetch-once.ts'
import { useFetchShop } from '../session/desk-session.tsx'

/** The couriers to choose from: the shop's own and, also while its record is loading, the known ones. */
export function useCouriers() {
  const fetchShop = useFetchShop()
  const { data } = useQuery({
    queryKey: ['shop'],
    ...FETCH_ONCE,
    queryFn: async ({ signal }) => (await fetchShop(getShop, { signal })).data,
  })
  return couriersOf(data ?? {})
}
