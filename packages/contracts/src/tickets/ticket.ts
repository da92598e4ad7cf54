import * as z from 'zod/mini'
import { NAME_TOO_LONG } from '../account/account-field-texts.ts'
import { emailField, requiredText } from '../account/account-fields.ts'
import type { Endpoint } from '../api/endpoint.ts'
import { dataReply } from '../api/reply.ts'
import { PERSON_NAME_MAX_LENGTH } from '../constants.ts'
import { openEnum } from '../fields.ts'
import { searchAndPageFields } from '../search-and-page.ts'
import {
  HELP_KINDS,
  TICKET_STATUSES,
  TICKET_TEXT_MAX_LENGTH,
  ORDER_NUMBER_MAX_LENGTH,
} from './ticket-texts.ts'

const TICKET_NAME_REQUIRED = 'Name is required'
export const TICKET_TEXT_REQUIRED = 'Please say what is wrong'
const TICKET_TEXT_TOO_LONG = `Please use at most ${TICKET_TEXT_MAX_LENGTH} characters`
const ORDER_NUMBER_TOO_LONG = `An order number has at most ${ORDER_NUMBER_MAX_LENGTH} characters`
const REPLY_REQUIRED = 'An answer to the shopper is needed'

export const longText = (emptyError: string) =>
  requiredText(emptyError).check(z.maxLength(TICKET_TEXT_MAX_LENGTH, TICKET_TEXT_TOO_LONG))

/** The grievance form and its request body. */
export const ticketInputSchema = z.object({
  name: requiredText(TICKET_NAME_REQUIRED).check(z.maxLength(PERSON_NAME_MAX_LENGTH, NAME_TOO_LONG)),
  email: emailField,
  /** Empty for a complaint about something other than an order. */
  orderNumber: z.prefault(
    z
      .string(ORDER_NUMBER_TOO_LONG)
      .check(z.trim(), z.maxLength(ORDER_NUMBER_MAX_LENGTH, ORDER_NUMBER_TOO_LONG)),
    '',
  ),
  text: longText(TICKET_TEXT_REQUIRED),
})

export type TicketInput = z.output<typeof ticketInputSchema>

/** One step that the shop took with a ticket. A ticket lists its steps oldest first. */
const ticketStepSchema = z.object({
  kind: openEnum(['acknowledged', 'replied', 'closed']),
  at: z.iso.datetime(),
  /** The shop's reply; empty for an acknowledgement. */
  text: z.string(),
})

/**
 * Describes a picture that a shopper added to a request for help with an order. The endpoints in
 * help-picture.ts receive and send the file.
 */
export const helpPictureSchema = z.object({ id: z.string(), width: z.number(), height: z.number() })

export type HelpPicture = z.output<typeof helpPictureSchema>

/**
 * A ticket comes from the grievance form or from a request for help with an order. Only a request
 * for help has a `kind` and may have pictures.
 */
const ticketFields = {
  number: z.string(),
  kind: z.optional(openEnum(HELP_KINDS)),
  status: openEnum(TICKET_STATUSES),
  orderNumber: z.string(),
  text: z.string(),
  pictures: z.array(helpPictureSchema),
  createdAt: z.iso.datetime(),
  /** The shop's deadlines are `acknowledgeBy` and `resolveBy`. */
  acknowledgeBy: z.iso.datetime(),
  resolveBy: z.iso.datetime(),
}

/** A ticket as its link shows it: without name and e-mail address. */
export const ticketSchema = z.object({ ...ticketFields, steps: z.array(ticketStepSchema) })

export type Ticket = z.output<typeof ticketSchema>

const adminTicketSchema = z.object({
  ...ticketFields,
  /** Whether the shop knows the order: its shopper wrote, or its number and e-mail address are right. */
  isAboutOrder: z.boolean(),
  name: z.string(),
  email: z.string(),
  /**
   * `by` is the e-mail address of the operator who took the step, or the user name of an operator without
   * an address. If the ticket was closed because the shopper's data was erased, `by` is `shopper`.
   */
  steps: z.array(z.object({ ...ticketStepSchema.shape, by: z.string() })),
})

export type AdminTicket = z.output<typeof adminTicketSchema>

export const createdTicketReply = dataReply(
  z.object({
    number: z.string(),
    /** The secret part of the status link `/grievance/{token}`. */
    token: z.string(),
    acknowledgeBy: z.iso.datetime(),
    resolveBy: z.iso.datetime(),
  }),
)

export const createTicket = {
  method: 'POST',
  path: '/tickets',
  access: 'public',
  summary:
    'Make a complaint; a mail with its number and a link to its status follows. The same Idempotency-Key a second time makes none',
  body: ticketInputSchema,
  reply: createdTicketReply,
  status: 201,
  rateLimit: { rule: 'ticket' },
} as const satisfies Endpoint

export const getTicket = {
  method: 'GET',
  path: '/tickets/:token',
  access: 'public',
  summary: 'The status of a complaint, for the holder of its link',
  params: z.strictObject({ token: z.string().check(z.maxLength(128)) }),
  reply: dataReply(ticketSchema),
  status: 200,
} as const satisfies Endpoint

/** The list of tickets that wait for the shop, and the list of those that are closed. */
export const TICKET_LISTS = ['due', 'closed'] as const
export type TicketList = (typeof TICKET_LISTS)[number]

export const listTickets = {
  method: 'GET',
  path: '/admin/tickets',
  access: 'admin',
  summary:
    'Complaints that are not closed: those about a known order first, each by the time at which it is due. Or the closed ones, the latest first. A search finds both',
  query: z.strictObject({
    list: z.prefault(z.enum(TICKET_LISTS), 'due'),
    /** `search` is the number of a ticket or of an order, or an e-mail address. */
    ...searchAndPageFields,
  }),
  reply: dataReply(z.object({ tickets: z.array(adminTicketSchema), nextCursor: z.nullable(z.string()) })),
  status: 200,
  weight: 10,
} as const satisfies Endpoint

const ticketId = z.string().check(z.minLength(1), z.maxLength(64))
const ticketParams = z.strictObject({ id: ticketId })

export const getTicketAtDesk = {
  method: 'GET',
  path: '/admin/tickets/:id',
  access: 'admin',
  summary: 'One complaint, open or closed. The id is its number',
  params: ticketParams,
  reply: dataReply(adminTicketSchema),
  status: 200,
} as const satisfies Endpoint

const textBodySchema = z.strictObject({ text: longText(REPLY_REQUIRED) })

export const acknowledgeTicket = {
  method: 'POST',
  path: '/admin/tickets/:id/acknowledge',
  access: 'admin',
  summary:
    'Tell the shopper by mail that the complaint was read. The id is its number. The same Idempotency-Key a second time does nothing',
  params: ticketParams,
  body: z.strictObject({}),
  reply: dataReply(adminTicketSchema),
  status: 200,
} as const satisfies Endpoint

export const replyToTicket = {
  method: 'POST',
  path: '/admin/tickets/:id/reply',
  access: 'admin',
  summary:
    'Answer a complaint by mail, which also acknowledges it. The same Idempotency-Key a second time does nothing',
  params: ticketParams,
  body: textBodySchema,
  reply: dataReply(adminTicketSchema),
  status: 200,
} as const satisfies Endpoint

const CLOSED_AT_ONCE_MAX = 100

/** For complaints that nobody needs an answer to, such as a flood of false ones. */
export const closeTickets = {
  method: 'POST',
  path: '/admin/tickets/close',
  access: 'admin',
  summary: 'Close many complaints with one text. Each is closed or refused on its own',
  body: z.strictObject({
    numbers: z.array(ticketId).check(z.minLength(1), z.maxLength(CLOSED_AT_ONCE_MAX)),
    text: longText(REPLY_REQUIRED),
    /** Whether each shopper gets the text by mail. */
    isMailed: z.boolean(),
  }),
  reply: dataReply(
    z.object({
      closed: z.array(z.string()),
      refused: z.array(z.object({ number: z.string(), message: z.string() })),
    }),
  ),
  status: 200,
  weight: 20,
} as const satisfies Endpoint

export const closeTicket = {
  method: 'POST',
  path: '/admin/tickets/:id/close',
  access: 'admin',
  summary: 'Close a complaint and mail its outcome. The same Idempotency-Key a second time does nothing',
  params: ticketParams,
  body: textBodySchema,
  reply: dataReply(adminTicketSchema),
  status: 200,
} as const satisfies Endpoint
