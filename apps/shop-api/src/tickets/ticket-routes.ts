import { getTicketPicture } from '@nashta/contracts/orders/help-picture'
import * as contract from '@nashta/contracts/tickets/ticket'
import { readIdempotencyKey, readRoute, type Route, route } from '@nashta/service-kit/http/routes'
import { readPicture, type TicketPictureDeps } from './ticket-pictures.ts'
import { toAdminTicket, toTicket } from './ticket.ts'
import {
  changeTicket,
  closeMany,
  createTicket,
  findTicket,
  isAboutKnownOrder,
  listPage,
  searchTickets,
  type TicketDeps,
  ticketNotFound,
} from './tickets.ts'

export function ticketRoutes(deps: TicketDeps & TicketPictureDeps): Route[] {
  return [
    route(contract.createTicket, async ({ body, request }) => {
      const key = readIdempotencyKey(request)
      const isAboutOrder = await isAboutKnownOrder(deps, body)
      return { data: await createTicket(deps, body, { key, isAboutOrder }) }
    }),
    readRoute(contract.getTicket, async ({ params }) => ({
      data: toTicket(await findTicket(deps, params.token)),
    })),
    route(contract.listTickets, async ({ query: { list, search, limit, cursor } }) => {
      if (search) {
        const found = await searchTickets(deps, search)
        return { data: { tickets: found.map(toAdminTicket), nextCursor: null } }
      }
      const { tickets, nextCursor } = await listPage(deps, list, { limit, after: cursor })
      return { data: { tickets: tickets.map(toAdminTicket), nextCursor } }
    }),
    route(contract.closeTickets, async ({ caller, body, request }) => {
      const key = readIdempotencyKey(request)
      return { data: await closeMany(deps, { ...body, caller, key }) }
    }),
    route(contract.getTicketAtDesk, async ({ params }) => {
      const ticket = await deps.tickets.find(params.id)
      if (!ticket) throw ticketNotFound()
      return { data: toAdminTicket(ticket) }
    }),
    route(getTicketPicture, async ({ params }) =>
      readPicture(deps, await deps.tickets.find(params.id), params.pictureId),
    ),
    route(contract.acknowledgeTicket, async ({ caller, params, request }) => {
      const key = readIdempotencyKey(request)
      const step = { kind: 'acknowledged', text: '', key, caller } as const
      return { data: toAdminTicket(await changeTicket(deps, params.id, step)) }
    }),
    route(contract.replyToTicket, async ({ caller, params, body, request }) => {
      const key = readIdempotencyKey(request)
      const step = { kind: 'replied', text: body.text, key, caller } as const
      return { data: toAdminTicket(await changeTicket(deps, params.id, step)) }
    }),
    route(contract.closeTicket, async ({ caller, params, body, request }) => {
      const key = readIdempotencyKey(request)
      const step = { kind: 'closed', text: body.text, key, caller } as const
      return { data: toAdminTicket(await changeTicket(deps, params.id, step)) }
    }),
  ]
}
