import {
  type AdminTicket,
  getTicketAtDesk,
  listTickets,
  type TicketList,
} from '@nashta/contracts/tickets/ticket'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useFetchShop } from '../../session/desk-session.tsx'
import { useToast } from '../../shell/toasts.tsx'

export const TICKETS_KEY = ['tickets']
const REFETCH_MS = 30_000

/** The tickets of a list, page by page. A search text finds tickets of both lists. */
export function useTickets(list: TicketList, search: string, { isEnabled = true } = {}) {
  const fetchShop = useFetchShop()
  return useInfiniteQuery({
    queryKey: [...TICKETS_KEY, 'list', list, search],
    enabled: isEnabled,
    refetchInterval: REFETCH_MS,
    queryFn: async ({ pageParam, signal }) => {
      const query = { list, ...(search && { search }), ...(pageParam && { cursor: pageParam }) }
      return (await fetchShop(listTickets, { query, signal })).data
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (previous) => previous,
  })
}

export function useTicket(number: string) {
  const fetchShop = useFetchShop()
  return useQuery({
    // Begins with `TICKETS_KEY`, so that a change of the ticket invalidates this query too.
    queryKey: [...TICKETS_KEY, 'one', number],
    refetchInterval: REFETCH_MS,
    queryFn: async ({ signal }) =>
      (await fetchShop(getTicketAtDesk, { params: { id: number }, signal })).data,
  })
}

/** Returns a function that reports a saved step. It gets what was done, for example `Closed`. */
export function useShowSaved({ email }: AdminTicket) {
  const queries = useQueryClient()
  const showToast = useToast()
  return async (doneText: string) => {
    await queries.invalidateQueries({ queryKey: TICKETS_KEY })
    showToast({ text: email ? `${doneText}, and mailed to the shopper` : doneText })
  }
}
