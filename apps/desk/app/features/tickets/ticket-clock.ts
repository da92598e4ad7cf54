import type { AdminTicket } from '@nashta/contracts/tickets/ticket'
import type { HelpKind } from '@nashta/contracts/tickets/ticket-texts'

export type TicketClock = {
  /** Null when the shop has nothing to do any more. */
  due: 'acknowledge' | 'close' | null
  isOverdue: boolean
  text: string
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const KIND_LABELS = new Map<string, string>(
  Object.entries({
    damaged: 'Damaged',
    missing: 'Something is missing',
    late: 'Late',
    wrong: 'Something else arrived',
  } satisfies Record<HelpKind, string>),
)

/** What is wrong with the order; null for a complaint of another kind. */
export function ticketKind({ kind }: Pick<AdminTicket, 'kind'>): string | null {
  return kind === undefined ? null : (KIND_LABELS.get(kind) ?? kind)
}

type Clocked = Pick<AdminTicket, 'status' | 'acknowledgeBy' | 'resolveBy'>

/** What the law asks for next, and how long there is for it. */
export function ticketClock(ticket: Clocked, now: Date): TicketClock {
  const dueAt = nextDueAt(ticket)
  if (dueAt === null) return { due: null, isOverdue: false, text: 'Closed' }
  const due = ticket.status === 'open' ? 'acknowledge' : 'close'
  const left = Date.parse(dueAt) - now.getTime()
  const isOverdue = left < 0
  const verb = due === 'acknowledge' ? 'Acknowledge' : 'Close'
  return {
    due,
    isOverdue,
    text: isOverdue ? `${verb}: overdue by ${span(-left)}` : `${verb} within ${span(left)}`,
  }
}

/** What is overdue or due next comes first; closed tickets come last, the latest first. */
export function byUrgency(tickets: readonly AdminTicket[]): AdminTicket[] {
  return tickets.toSorted((a, b) => {
    const [dueA, dueB] = [nextDueAt(a), nextDueAt(b)]
    if (dueA === null && dueB === null) return b.createdAt.localeCompare(a.createdAt)
    if (dueA === null) return 1
    return dueB === null ? -1 : dueA.localeCompare(dueB)
  })
}

function nextDueAt({ status, acknowledgeBy, resolveBy }: Clocked): string | null {
  if (status === 'closed') return null
  return status === 'open' ? acknowledgeBy : resolveBy
}

function span(ms: number): string {
  if (ms < HOUR_MS) return 'an hour'
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`
  return `${Math.floor(ms / DAY_MS)} days`
}
