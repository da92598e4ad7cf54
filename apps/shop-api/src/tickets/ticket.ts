import { KOLKATA_OFFSET_MS } from '@nashta/contracts/dates'
import { PICTURES_PER_TICKET_MAX } from '@nashta/contracts/orders/help-picture'
import type {
  AdminTicket,
  HelpPicture,
  Ticket,
  TicketInput,
  TicketList,
} from '@nashta/contracts/tickets/ticket'
import { ACKNOWLEDGE_WITHIN_HOURS, type HelpKind } from '@nashta/contracts/tickets/ticket-texts'
import { ServiceError } from '@nashta/service-kit/service-error'

const HOUR_MS = 60 * 60 * 1000

type TicketStatus = 'open' | 'acknowledged' | 'closed'

export type TicketStep = {
  kind: 'acknowledged' | 'replied' | 'closed'
  at: string
  /** Empty for an acknowledgement. */
  text: string
  /** The user name of the operator; `shopper` when an erasure closed the ticket. */
  by: string
  /** The idempotency key of the request, if it had one. */
  key?: string | undefined
}

/** The order that a ticket is about, and what is wrong with it. */
export type HelpSubject = { purchaseId: string; kind: HelpKind }

/**
 * A stored complaint. Its steps are also the log of what operators did. `email` is '' for a
 * complaint about an order without an e-mail address, and after an erasure.
 */
export type TicketRecord = TicketInput & {
  help?: HelpSubject
  /** Whether the order is known: its shopper wrote, or its number and e-mail address are right. */
  isAboutOrder: boolean
  pictures: readonly HelpPicture[]
  number: string
  tokenHash: string
  status: TicketStatus
  createdAt: string
  acknowledgeBy: string
  resolveBy: string
  steps: readonly TicketStep[]
}

export function newTicket(
  input: TicketInput,
  { at, ...fields }: Pick<TicketRecord, 'number' | 'tokenHash' | 'isAboutOrder' | 'help'> & { at: Date },
): TicketRecord {
  return {
    ...input,
    ...fields,
    status: 'open',
    createdAt: at.toISOString(),
    acknowledgeBy: new Date(at.getTime() + ACKNOWLEDGE_WITHIN_HOURS * HOUR_MS).toISOString(),
    resolveBy: oneMonthAfter(at).toISOString(),
    pictures: [],
    steps: [],
  }
}

/** The steps that each status allows, and the status after each. A reply also acknowledges. */
const NEXT_STATUS: Record<TicketStatus, Partial<Record<TicketStep['kind'], TicketStatus>>> = {
  open: { acknowledged: 'acknowledged', replied: 'acknowledged', closed: 'closed' },
  acknowledged: { replied: 'acknowledged', closed: 'closed' },
  closed: {},
}

/** With this many long replies, a ticket still fits into one item of DynamoDB, and is quick to store. */
const STEPS_MAX = 25

/** The ticket after the step. A ticket that has a step with this key is returned unchanged. */
export function takeStep(ticket: TicketRecord, step: TicketStep): TicketRecord {
  if (step.key !== undefined && ticket.steps.some(({ key }) => key === step.key)) return ticket
  const status = NEXT_STATUS[ticket.status][step.kind]
  if (!status) {
    const participle = step.kind === 'replied' ? 'replied to' : step.kind
    throw new ServiceError('ILLEGAL_TRANSITION', `A ticket that is ${ticket.status} cannot be ${participle}`)
  }
  if (ticket.steps.length >= STEPS_MAX && step.kind !== 'closed')
    throw new ServiceError('ILLEGAL_TRANSITION', `A ticket has at most ${STEPS_MAX} replies. Please close it`)
  return { ...ticket, status, steps: [...ticket.steps, step] }
}

/** The ticket with the picture. A ticket that has the picture is returned unchanged. */
export function addPicture(ticket: TicketRecord, picture: HelpPicture): TicketRecord {
  const { pictures } = ticket
  if (pictures.some(({ id }) => id === picture.id)) return ticket
  assertTakesPicture(ticket)
  return { ...ticket, pictures: [...pictures, picture] }
}

/** Throws for a ticket that takes no further picture. */
function assertTakesPicture({ status, pictures }: TicketRecord) {
  if (status === 'closed')
    throw new ServiceError('ILLEGAL_TRANSITION', 'This request is closed and takes no more pictures')
  if (pictures.length >= PICTURES_PER_TICKET_MAX)
    throw new ServiceError('PICTURES_LIMITED', `A request has at most ${PICTURES_PER_TICKET_MAX} pictures`)
}

export function removePicture(ticket: TicketRecord, pictureId: string): TicketRecord {
  return { ...ticket, pictures: ticket.pictures.filter(({ id }) => id !== pictureId) }
}

const ERASED = 'Erased'

/**
 * The ticket without personal data. A ticket that is not closed is closed now, because the shop can
 * no longer reply. The number and the dates stay, because the shop must keep a record of
 * complaints.
 */
export function eraseTicket(ticket: TicketRecord, at: Date): TicketRecord {
  const { number, status, steps, help: _help, ...rest } = ticket
  const closing = { kind: 'closed' as const, at: at.toISOString(), text: ERASED, by: 'shopper' }
  return {
    ...rest,
    number,
    tokenHash: `erased:${number}`,
    name: ERASED,
    email: '',
    orderNumber: '',
    text: ERASED,
    pictures: [],
    status: 'closed',
    steps: [...steps.map(withErasedText), ...(status === 'closed' ? [] : [closing])],
  }
}

/** Erases the text of a step, because the shop may have named the person in it. */
function withErasedText(step: TicketStep): TicketStep {
  const hasText = step.text !== ''
  return { ...step, text: hasText ? ERASED : '' }
}

/**
 * The list that the ticket is in, and its place there: lists are sorted by this text. Complaints
 * about known orders come first, so that a flood of false complaints does not hide them.
 */
export function placeOf(ticket: TicketRecord): { list: TicketList; place: string } {
  const { number, isAboutOrder } = ticket
  const due = dueTime(ticket)
  if (due === null) return { list: 'closed', place: `${closedTime(ticket)} ${number}` }
  return { list: 'due', place: `${isAboutOrder ? 0 : 1} ${due} ${number}` }
}

/** The time by which the shop must act; null for a closed ticket. */
function dueTime({ status, acknowledgeBy, resolveBy }: TicketRecord): string | null {
  if (status === 'closed') return null
  return status === 'open' ? acknowledgeBy : resolveBy
}

/** The time when the ticket was closed, which was its last step; null before that. */
function closedTime({ status, steps }: TicketRecord): string | null {
  return status === 'closed' ? (steps.at(-1)?.at ?? null) : null
}

/** The ticket as its status link shows it. */
export function toTicket(record: TicketRecord): Ticket {
  const { number, status, orderNumber, text, pictures, createdAt, acknowledgeBy, resolveBy, steps } = record
  return {
    number,
    ...(record.help && { kind: record.help.kind }),
    status,
    orderNumber,
    text,
    pictures: [...pictures],
    createdAt,
    acknowledgeBy,
    resolveBy,
    steps: steps.map((step) => ({ kind: step.kind, at: step.at, text: step.text })),
  }
}

/** The ticket as operators see it. */
export function toAdminTicket(record: TicketRecord): AdminTicket {
  const { isAboutOrder, name, email } = record
  const steps = record.steps.map(({ kind, at, text, by }) => ({ kind, at, text, by }))
  return { ...toTicket(record), isAboutOrder, name, email, steps }
}

/** The same day of the next month in India, or the last day of a shorter month. */
function oneMonthAfter(time: Date): Date {
  // The UTC fields of these dates are Indian local time.
  const local = new Date(time.getTime() + KOLKATA_OFFSET_MS)
  const later = new Date(local)
  later.setUTCMonth(later.getUTCMonth() + 1)
  // A date such as 31 September became 1 October. Day 0 of October is 30 September.
  if (later.getUTCDate() !== local.getUTCDate()) later.setUTCDate(0)
  return new Date(later.getTime() - KOLKATA_OFFSET_MS)
}
