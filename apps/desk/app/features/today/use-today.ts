import { getToday } from '@nashta/contracts/orders/desk/today'
import { useQuery } from '@tanstack/react-query'
import { useFetchShop } from '../../session/desk-session.tsx'

const REFETCH_MS = 10_000

/** Fetches the work to do and the sales figures of the last days. */
export function useToday() {
  const fetchShop = useFetchShop()
  return useQuery({
    queryKey: ['today'],
    refetchInterval: REFETCH_MS,
    queryFn: async ({ signal }) => (await fetchShop(getToday, { signal })).data,
  })
}
