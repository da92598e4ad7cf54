import { getTicketPicture } from '@nashta/contracts/orders/help-picture'
import * as contract from '@nashta/contracts/tickets/ticket'
import { readIdempotencyKey, readRoute, type Route, route } from '@nashta/service-kit/http/routes'
import { readPicture, type TicketPictureDeps } from './ticket-pictures.ts'
import { toAdminTicket, toTicket } from './ticket.ts'
import { changeTicket, createTicket, findTicket, type TicketDeps, ticketNotFound } from './tickets.ts'

const LISTED_MAX = 200

export function ticketRoutes(deps: TicketDeps & TicketPictureDeps): Route[] {
  return [
    route(contract.createTicket, async ({ body, request }) => {
      const key = readIdempotencyKey(request.headers['idempotency-key'])
      return { data: await createTicket(deps, body, { key }) }
    }),
    readRoute(contract.getTicket, async ({ params }) => ({
      data: toTicket(await findTicket(deps, params.token)),
    })),
    route(contract.listTickets, async () => ({
      data: { tickets: (await deps.tickets.list(LISTED_MAX)).map(toAdminTicket) },
    })),
    route(contract.getTicketAtDesk, async ({ params }) => {
      const ticket = await deps.tickets.find(params.id)
      if (!ticket) throw ticketNotFound()
      return { data: toAdminTicket(ticket) }
    }),
    route(getTicketPicture, async ({ params }) =>
      readPicture(deps, await deps.tickets.find(params.id), params.pictureId),
    ),
    route(contract.acknowledgeTicket, async ({ caller, params, request }) => {
      const key = readIdempotencyKey(request.headers['idempotency-key'])
      const step = { kind: 'acknowledged', text: '', key, caller } as const
      return { data: toAdminTicket(await changeTicket(deps, params.id, step)) }
    }),
    route(contract.replyToTicket, async ({ caller, params, body, request }) => {
      const key = readIdempotencyKey(request.headers['idempotency-key'])
      const step = { kind: 'replied', text: body.text, key, caller } as const
      return { data: toAdminTicket(await changeTicket(deps, params.id, step)) }
    }),
    route(contract.closeTicket, async ({ caller, params, body, request }) => {
      const key = readIdempotencyKey(request.headers['idempotency-key'])
      const step = { kind: 'closed', text: body.text, key, caller } as const
      return { data: toAdminTicket(await changeTicket(deps, params.id, step)) }
    }),
  ]
}
