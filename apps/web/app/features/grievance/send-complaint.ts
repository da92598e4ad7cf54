import type { ReplyTo } from '@nashta/contracts/api/endpoint'
import { createTicket, type TicketInput, ticketInputSchema } from '@nashta/contracts/tickets/ticket'
import { fetchShop } from '../../data/calls/fetch-shop.ts'

export { ticketInputSchema }

export type NewTicket = ReplyTo<typeof createTicket>['data']

export async function sendComplaint(body: TicketInput, idempotencyKey: string): Promise<NewTicket> {
  return (await fetchShop(createTicket, { body, idempotencyKey })).data
}
