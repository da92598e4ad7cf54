import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { foldEmail, isEmail } from '@nashta/contracts/account/checks'
import { MAIL_BUDGET, mailsMax } from '@nashta/contracts/api/rate-limits'
import { typedOrderNumber } from '@nashta/contracts/orders/order-texts'
import type { TicketInput, TicketList } from '@nashta/contracts/tickets/ticket'
import { ticketPath } from '@nashta/contracts/tickets/ticket-texts'
import { mailEntry, mailKey } from '@nashta/mail/mail-topic'
import type { MailMessage } from '@nashta/mail/render-content'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/service-error'
import { mailLimit } from '../newsletter/mailed-link.ts'
import { type AuthorshipDeps, authorshipOf, nameOf } from '../operator-log/logged-change.ts'
import type { TicketStore } from './ticket-store.ts'
import {
  type HelpSubject,
  newTicket,
  placeOf,
  takeStep,
  type TicketRecord,
  type TicketStep,
} from './ticket.ts'

const TOKEN_BYTES = 16
const NUMBER_LENGTH = 8
/** A ticket's link and number may be made from an idempotency key, which must be hard to guess. */
const KEY_MIN_LENGTH = 16
/** `readIdempotencyKey` puts this in front of a client's key. */
const KEY_PREFIX = 'key:'
/** 32 digits and letters that are not mistaken for each other. */
const NUMBER_CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export type TicketDeps = AuthorshipDeps & {
  tickets: TicketStore
  /** The store's address, for the link in the mail. */
  publicUrl: string
  /** The e-mail addresses of the orders with this number. */
  emailsOfOrder: (orderNumber: string) => Promise<string[]>
  randomBytes: (size: number) => Buffer
}

export type TicketOptions = {
  /** The idempotency key of the request, if it had one, as `readIdempotencyKey` returns it. */
  key?: string | undefined
  /** For a request that came from the page of an order. */
  help?: HelpSubject
  /** Whether the typed order number and e-mail address are those of an order. */
  isAboutOrder?: boolean
}

/**
 * Stores a ticket and mails its link. Only the hash of the link's token is stored, so a stolen
 * database contains no working link. With an idempotency key, the number and the token are made
 * from the key, so that a repeated request finds the first ticket.
 */
export async function createTicket(
  deps: Pick<TicketDeps, 'tickets' | 'publicUrl' | 'now' | 'randomBytes'>,
  input: TicketInput,
  { key, help, isAboutOrder = help !== undefined }: TicketOptions = {},
) {
  const { tickets, publicUrl, now, randomBytes } = deps
  if (key !== undefined && key.length < KEY_PREFIX.length + KEY_MIN_LENGTH) {
    const message = `header.idempotency-key: needs at least ${KEY_MIN_LENGTH} characters`
    throw new ServiceError('VALIDATION_FAILED', message)
  }
  const at = now()
  const limit = mailLimit({ limit: mailsMax('other'), perSeconds: MAIL_BUDGET.total.perSeconds }, at)
  const email = foldEmail(input.email)
  const nextBytes = key === undefined ? randomBytes : createKeyBytes(`${email} ${key}`)
  for (;;) {
    const token = nextBytes(TOKEN_BYTES).toString('base64url')
    const number = newNumber(nextBytes)
    const tokenHash = hashToken(token)
    const ticket = newTicket(
      { ...input, email },
      { number, tokenHash, isAboutOrder, at, ...(help && { help }) },
    )
    const { acknowledgeBy, resolveBy } = ticket
    const url = new URL(ticketPath(token), publicUrl).href
    const mail = ticketMail(email, number, {
      kind: 'ticket-received',
      data: { number, url, acknowledgeBy, resolveBy },
    })
    const isCreated = await tickets.create({ ticket, mail, mailLimit: limit })
    if (isCreated) return { number, token, acknowledgeBy, resolveBy }
    // A repeated request makes the same number and token from its key as the first request.
    const firstTicket = key === undefined ? null : await tickets.findByTokenHash(tokenHash)
    if (firstTicket) return replayOf(firstTicket, ticket, token)
    // The number belongs to the ticket of another request. The loop goes on with a new number.
  }
}

function replayOf(first: TicketRecord, repeated: TicketRecord, token: string) {
  if (!isDeepStrictEqual(requestOf(first), requestOf(repeated))) {
    throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another complaint')
  }
  const { number, acknowledgeBy, resolveBy } = first
  return { number, token, acknowledgeBy, resolveBy }
}

/** The fields that the shopper sent. */
function requestOf({ name, email, orderNumber, text, help }: TicketRecord) {
  return { name, email, orderNumber, text, help }
}

/** Returns a function that makes bytes from the key. The same key gives the same sequence. */
function createKeyBytes(key: string) {
  let calls = 0
  return (size: number) => {
    calls += 1
    return createHash('sha256').update(`${calls} ${key}`).digest().subarray(0, size)
  }
}

export async function findTicket({ tickets }: TicketDeps, token: string): Promise<TicketRecord> {
  const ticket = await tickets.findByTokenHash(hashToken(token))
  if (!ticket) throw ticketNotFound()
  return ticket
}

/** Whether an order has the number and the e-mail address that the shopper typed. */
export async function isAboutKnownOrder({ emailsOfOrder }: TicketDeps, { orderNumber, email }: TicketInput) {
  if (orderNumber === '') return false
  return (await emailsOfOrder(orderNumber)).includes(foldEmail(email))
}

/** One page of a list, and the cursor of the next page; null on the last page. */
export async function listPage(
  { tickets }: TicketDeps,
  list: TicketList,
  { limit, after }: { limit: number; after: string | undefined },
) {
  const page = await tickets.list(list, { limit, after })
  const last = page.at(-1)
  return { tickets: page, nextCursor: last && page.length === limit ? placeOf(last).place : null }
}

/** A search by the e-mail address of a flood of complaints finds only the newest ones. */
const FOUND_MAX = 200

/**
 * Finds tickets, open or closed, by the number of the ticket, an e-mail address or an order number.
 * The newest come first.
 */
export async function searchTickets({ tickets, emailsOfOrder }: TicketDeps, search: string) {
  const text = search.trim()
  const ticket = await tickets.find(text.toUpperCase())
  if (ticket) return [ticket]
  if (text.includes('@')) return newestFirst(await tickets.listOf(foldEmail(text)))
  const emails = new Set(await emailsOfOrder(text))
  const found = await Promise.all([...emails].map((email) => tickets.listOf(email)))
  const number = typedOrderNumber(text)
  return newestFirst(found.flat().filter((each) => typedOrderNumber(each.orderNumber) === number))
}

function newestFirst(tickets: TicketRecord[]) {
  return tickets.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, FOUND_MAX)
}

export type StepRequest = Pick<TicketStep, 'kind' | 'text' | 'key'> & {
  caller: Caller
  isMailed?: boolean
}

export async function changeTicket(
  deps: TicketDeps,
  number: string,
  { caller, isMailed = true, ...step }: StepRequest,
): Promise<TicketRecord> {
  const authorship = await authorshipOf(deps, caller)
  const { at } = authorship
  const by = nameOf(authorship)
  const apply = (before: TicketRecord) => takeStep(before, { ...step, at, by })
  const ticket = await deps.tickets.change(number, apply, isMailed ? mailAbout : undefined)
  if (!ticket) throw ticketNotFound()
  return ticket
}

/** Closes each ticket on its own. A ticket that is closed already is refused. */
export async function closeMany(
  deps: TicketDeps,
  { numbers, ...request }: Omit<StepRequest, 'kind'> & { numbers: readonly string[] },
) {
  const closed: string[] = []
  const refused: { number: string; message: string }[] = []
  for (const number of new Set(numbers)) {
    try {
      await changeTicket(deps, number, { ...request, kind: 'closed' })
      closed.push(number)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      refused.push({ number, message: error.message })
    }
  }
  return { closed, refused }
}

/** The outbox keys of all mails about the ticket. */
export function ticketMailKeys({ number, steps }: TicketRecord) {
  return [
    mailKey('ticket-received', number),
    ...steps.map(({ kind }, index) => mailKey(`ticket-${kind}`, stepMailId(number, index + 1))),
  ]
}

function stepMailId(number: string, stepCount: number) {
  return `${number}:${stepCount}`
}

/** The mail about the last step. It has no link: the token is stored only as its hash. */
function mailAbout({ number, email, resolveBy, steps }: TicketRecord) {
  // The default is for the type checker: the ticket has just got a step.
  const { kind, text } = steps.at(-1) ?? { kind: 'acknowledged', text: '' }
  return ticketMail(email, stepMailId(number, steps.length), {
    kind: `ticket-${kind}`,
    data: { number, resolveBy, text },
  })
}

/** Null without a valid e-mail address: a request for help with an order may have none. */
function ticketMail(to: string, deduplicationId: string, message: MailMessage) {
  return isEmail(to) ? mailEntry({ deduplicationId, to, message }) : null
}

/**
 * A number such as G-7KQ2M4XD. It reveals neither how many tickets there are nor the number of
 * another one.
 */
function newNumber(nextBytes: TicketDeps['randomBytes']) {
  const characters = Array.from(nextBytes(NUMBER_LENGTH), (byte) => NUMBER_CHARACTERS[byte % 32])
  return `G-${characters.join('')}`
}

function hashToken(token: string) {
  return createHash('sha256').update(token).digest('hex')
}

export function ticketNotFound() {
  return new ServiceError('TICKET_NOT_FOUND', 'There is no such complaint')
}
