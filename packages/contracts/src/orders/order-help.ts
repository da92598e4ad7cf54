import * as z from 'zod/mini'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { HELP_KINDS } from '../tickets/ticket-texts.ts'
import { createdTicketReply, longText, TICKET_TEXT_REQUIRED, ticketSchema } from '../tickets/ticket.ts'
import { linkParams } from './order-link.ts'
import { purchaseIdSchema } from './purchase.ts'

const HELP_KIND_REQUIRED = 'Please choose what is wrong'

/** The form for help on the page of an order, and its request body. */
export const helpInputSchema = z.strictObject({
  kind: z.enum(HELP_KINDS, HELP_KIND_REQUIRED),
  text: longText(TICKET_TEXT_REQUIRED),
})

const orderParams = z.strictObject({ orderId: purchaseIdSchema })
const ticketsReply = dataReply(z.object({ tickets: z.array(ticketSchema) }))

export const helpWithOrder = {
  method: 'POST',
  path: '/purchases/order/:orderId/help',
  access: 'owner',
  summary:
    'Ask for help with an order. This makes a complaint, which the shop answers by mail. The same Idempotency-Key a second time makes no second complaint',
  params: orderParams,
  body: helpInputSchema,
  reply: createdTicketReply,
  status: 201,
  rateLimit: { rule: 'ticket' },
} as const satisfies Endpoint

export const listOrderTickets = {
  method: 'GET',
  path: '/purchases/order/:orderId/help',
  access: 'owner',
  summary: 'The requests for help with an order, and what the shop answered, newest first',
  params: orderParams,
  reply: ticketsReply,
  status: 200,
} as const satisfies Endpoint

export const helpWithLinkedOrder = {
  method: 'POST',
  path: '/order-links/:token/help',
  access: 'public',
  summary:
    'Ask for help with an order by its link. The same Idempotency-Key a second time makes no second complaint',
  params: linkParams,
  body: helpInputSchema,
  reply: createdTicketReply,
  status: 201,
  rateLimit: { rule: 'ticket' },
} as const satisfies Endpoint

export const listLinkedTickets = {
  method: 'GET',
  path: '/order-links/:token/help',
  access: 'public',
  summary: 'The requests for help with an order, for the holder of its link',
  params: linkParams,
  reply: ticketsReply,
  status: 200,
  rateLimit: { rule: 'orderLink' },
} as const satisfies Endpoint
