import { PERSON_NAME_MAX_LENGTH } from '@nashta/contracts/constants'
import * as pictures from '@nashta/contracts/orders/help-picture'
import * as contract from '@nashta/contracts/orders/order-help'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import type { HelpKind } from '@nashta/contracts/tickets/ticket-texts'
import { readIdempotencyKey, type Route, route, uploadRoute } from '@nashta/service-kit/http/routes'
import { networksOf } from '@nashta/service-kit/limits/networks'
import type { FastifyRequest } from 'fastify'
import {
  findTicketOfOrder,
  readPicture,
  storePicture,
  type TicketPictureDeps,
  ticketsOfOrder,
} from '../../tickets/ticket-pictures.ts'
import { type TicketRecord, toTicket } from '../../tickets/ticket.ts'
import { createTicket, type TicketDeps } from '../../tickets/tickets.ts'
import type { OrderRecord } from '../order/purchase-store.ts'
import { findLinkedOrder } from '../work/find-linked-order.ts'
import { findOwnOrder } from '../work/find-own-order.ts'
import type { PlacePurchaseDeps } from '../work/place-purchase.ts'

export type OrderHelpDeps = TicketDeps & TicketPictureDeps & Pick<PlacePurchaseDeps, 'purchases'>

/** A request for help becomes a ticket. The shopper sends it, or the holder of the order's link. */
export function orderHelpRoutes(deps: OrderHelpDeps): Route[] {
  return [
    route(contract.helpWithOrder, async ({ caller, params, body, request }) => ({
      data: await askForHelp(deps, await findOwnOrder(deps, caller.sub, params.orderId), body, request),
    })),
    route(contract.listOrderTickets, async ({ caller, params }) => ({
      data: await listTickets(deps, await findOwnOrder(deps, caller.sub, params.orderId)),
    })),
    route(contract.helpWithLinkedOrder, async ({ params, body, request }) => ({
      data: await askForHelp(deps, await findLinkedOrder(deps, params.token), body, request),
    })),
    route(contract.listLinkedTickets, async ({ params }) => ({
      data: await listTickets(deps, await findLinkedOrder(deps, params.token)),
    })),
    uploadRoute(pictures.addHelpPicture, {
      admit: async ({ caller, params: { orderId, number } }) => {
        await findTicketOfOrder(deps, await findOwnOrder(deps, caller.sub, orderId), number)
      },
      handle: async ({ caller, params: { orderId, number } }, file, signal) => {
        const order = await findOwnOrder(deps, caller.sub, orderId)
        const upload = { file, caller: caller.sub, signal }
        return { data: await storePicture(deps, order, number, upload) }
      },
    }),
    route(pictures.getHelpPicture, async ({ caller, params: { orderId, number, pictureId } }) => {
      const order = await findOwnOrder(deps, caller.sub, orderId)
      return readPicture(deps, await findTicketOfOrder(deps, order, number), pictureId)
    }),
    uploadRoute(pictures.addLinkedHelpPicture, {
      admit: async ({ params: { token, number } }) => {
        await findTicketOfOrder(deps, await findLinkedOrder(deps, token), number)
      },
      handle: async ({ params: { token, number }, request: { ip } }, file, signal) => {
        const order = await findLinkedOrder(deps, token)
        const upload = { file, caller: networksOf(ip).narrow, signal }
        return { data: await storePicture(deps, order, number, upload) }
      },
    }),
    route(pictures.getLinkedHelpPicture, async ({ params: { token, number, pictureId } }) => {
      const order = await findLinkedOrder(deps, token)
      return readPicture(deps, await findTicketOfOrder(deps, order, number), pictureId)
    }),
  ]
}

type HelpInput = { kind: HelpKind; text: string }

function askForHelp(
  deps: OrderHelpDeps,
  { purchaseId, email, shippingAddress }: OrderRecord,
  { kind, text }: HelpInput,
  request: FastifyRequest,
) {
  const key = readIdempotencyKey(request)
  // The name in a shipping address may be longer than the name in a ticket.
  const name = shippingAddress.fullName.slice(0, PERSON_NAME_MAX_LENGTH)
  const input = { name, email: email ?? '', orderNumber: orderNumber(purchaseId), text }
  return createTicket(deps, input, { key, help: { purchaseId, kind } })
}

async function listTickets(deps: OrderHelpDeps, order: OrderRecord) {
  const ofOrder = await ticketsOfOrder(deps, order)
  return { tickets: ofOrder.toSorted(newestFirst).map(toTicket) }
}

function newestFirst(a: TicketRecord, b: TicketRecord) {
  return a.createdAt < b.createdAt ? 1 : -1
}
