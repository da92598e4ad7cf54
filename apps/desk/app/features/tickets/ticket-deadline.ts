import type { AdminTicket } from '@nashta/contracts/tickets/ticket'
import type { HelpKind } from '@nashta/contracts/tickets/ticket-texts'

export type TicketDeadline = {
  isOverdue: boolean
  /** For example `Acknowledge within 5 h`; `Closed` for a closed ticket. */
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

/** The label of the problem with the order; null when the shopper chose none. */
export function ticketKindLabel({ kind }: Pick<AdminTicket, 'kind'>): string | null {
  return kind === undefined ? null : (KIND_LABELS.get(kind) ?? kind)
}

const STEP_LABELS = new Map([
  ['acknowledged', 'Acknowledged'],
  ['replied', 'Answered'],
  ['closed', 'Closed'],
])

export function ticketStepLabel(kind: string): string {
  return STEP_LABELS.get(kind) ?? kind
}

type WithDeadlines = Pick<AdminTicket, 'status' | 'acknowledgeBy' | 'resolveBy'>

/** The next step that the law requires, and the time left for it. */
export function ticketDeadline(ticket: WithDeadlines, now: Date): TicketDeadline {
  const dueAt = nextDueAt(ticket)
  if (dueAt === null) return { isOverdue: false, text: 'Closed' }
  const left = Date.parse(dueAt) - now.getTime()
  const isOverdue = left < 0
  const verb = ticket.status === 'open' ? 'Acknowledge' : 'Close'
  const duration = durationText(Math.abs(left))
  return { isOverdue, text: isOverdue ? `${verb}: overdue by ${duration}` : `${verb} within ${duration}` }
}

function nextDueAt({ status, acknowledgeBy, resolveBy }: WithDeadlines): string | null {
  if (status === 'closed') return null
  return status === 'open' ? acknowledgeBy : resolveBy
}

/** Full hours below two days, then full days, both rounded down. */
function durationText(ms: number): string {
  if (ms < HOUR_MS) return 'less than an hour'
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`
  return `${Math.floor(ms / DAY_MS)} days`
}
