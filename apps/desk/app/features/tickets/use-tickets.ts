import { getTicketAtDesk, listTickets } from '@nashta/contracts/tickets/ticket'
import { useQuery } from '@tanstack/react-query'
import { useFetchShop } from '../../session/desk-session.tsx'

export const TICKETS_KEY = ['tickets']
const REFETCH_MS = 30_000

export function useTickets() {
  const fetchShop = useFetchShop()
  return useQuery({
    queryKey: TICKETS_KEY,
    refetchInterval: REFETCH_MS,
    queryFn: async ({ signal }) => (await fetchShop(listTickets, { signal })).data.tickets,
  })
}

export function useTicket(number: string) {
  const fetchShop = useFetchShop()
  return useQuery({
    // Begins with `TICKETS_KEY`, so that a change of the ticket invalidates this query too.
    queryKey: [...TICKETS_KEY, number],
    refetchInterval: REFETCH_MS,
    queryFn: async ({ signal }) =>
      (await fetchShop(getTicketAtDesk, { params: { id: number }, signal })).data,
  })
}
