import { createHash } from 'node:crypto'
import { isEmail } from '@nashta/contracts/account/checks'
import { MAIL_LIMITS } from '@nashta/contracts/api/rate-limits'
import type { TicketInput } from '@nashta/contracts/tickets/ticket'
import { ticketPath } from '@nashta/contracts/tickets/ticket-texts'
import { mailEntry, mailKey, type MailMessage } from '@nashta/mail/mail-topic'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { TicketStore } from './ticket-store.ts'
import { type HelpSubject, newTicket, takeStep, type TicketRecord, type TicketStep } from './ticket.ts'

const TOKEN_BYTES = 16
const NUMBER_LENGTH = 8
/** A ticket's link and number may be made from an idempotency key, which must be hard to guess. */
const KEY_MIN_LENGTH = 16
/** `readIdempotencyKey` puts this in front of a client's key. */
const KEY_PREFIX = 'key:'
/** 32 digits and letters that are not mistaken for each other. */
const NUMBER_CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export type TicketDeps = {
  tickets: TicketStore
  /** The store's address, for the link in the mail. */
  publicUrl: string
  now: () => Date
  randomBytes: (size: number) => Buffer
}

export type TicketOptions = {
  /** The idempotency key of the request, if it had one, as `readIdempotencyKey` returns it. */
  key?: string | undefined
  help?: HelpSubject
}

/**
 * Stores a ticket and mails its link. Only the hash of the link's token is stored, so a stolen
 * database contains no working link. With an idempotency key, the number and the token are made
 * from the key, so that a repeated request finds the first ticket.
 */
export async function createTicket(deps: TicketDeps, input: TicketInput, { key, help }: TicketOptions = {}) {
  const { tickets, publicUrl, now, randomBytes } = deps
  if (key !== undefined && key.length < KEY_PREFIX.length + KEY_MIN_LENGTH) {
    const message = `header.idempotency-key: needs at least ${KEY_MIN_LENGTH} characters`
    throw new ServiceError('VALIDATION_FAILED', message)
  }
  const at = now()
  const { limit: max, perSeconds } = MAIL_LIMITS.standard
  const mailLimit = { max, since: new Date(at.getTime() - perSeconds * 1000) }
  const email = input.email.toLowerCase()
  const nextBytes = key === undefined ? randomBytes : createKeyBytes(`${email} ${key}`)
  for (;;) {
    const token = nextBytes(TOKEN_BYTES).toString('base64url')
    const number = newNumber(nextBytes)
    const made = newTicket({ ...input, email }, { number, tokenHash: hashToken(token), at })
    const ticket = help ? { ...made, help } : made
    const { acknowledgeBy, resolveBy } = ticket
    const url = new URL(ticketPath(token), publicUrl).href
    const mail = ticketMail(email, number, {
      kind: 'ticket-received',
      data: { number, url, acknowledgeBy, resolveBy },
    })
    const isCreated = await tickets.create({ ticket, mail, mailLimit })
    if (isCreated) return { number, token, acknowledgeBy, resolveBy }
    // A repeated request makes the same number and token from its key as the first request.
    const firstTicket = key === undefined ? null : await tickets.findByTokenHash(hashToken(token))
    if (firstTicket) return replayOf(firstTicket, token, input)
    // The number belongs to the ticket of another request. The loop goes on with a new number.
  }
}

function replayOf(
  { number, text, acknowledgeBy, resolveBy }: TicketRecord,
  token: string,
  input: TicketInput,
) {
  if (text !== input.text) {
    throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another complaint')
  }
  return { number, token, acknowledgeBy, resolveBy }
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

export type StepRequest = Pick<TicketStep, 'kind' | 'text' | 'key'> & { caller: Caller }

export async function changeTicket(
  { tickets, now }: TicketDeps,
  number: string,
  { caller, ...step }: StepRequest,
): Promise<TicketRecord> {
  const by = caller.username
  const at = now().toISOString()
  const ticket = await tickets.change(number, (before) => takeStep(before, { ...step, at, by }), mailAbout)
  if (!ticket) throw ticketNotFound()
  return ticket
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
