import { getBell } from '@nashta/contracts/bell/bell'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFetchShop } from '../../session/desk-session.tsx'

const REFETCH_MS = 10_000

/** Fetches what waits for the operator. The shop takes each call as a sign that an operator is at the desk. */
export function useBell() {
  const fetchShop = useFetchShop()
  return useQuery({
    queryKey: ['bell'],
    refetchInterval: REFETCH_MS,
    // Also in a tab in the background, whose title shows the count.
    refetchIntervalInBackground: true,
    queryFn: async ({ signal }) => (await fetchShop(getBell, { signal })).data,
  })
}

/** Shows the count on the icon of an installed desk, where the browser can. */
export function useBadge(count: number) {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return
    // A browser may refuse a badge to a page that is not installed.
    void navigator.setAppBadge(count).catch(() => {})
  }, [count])
}
