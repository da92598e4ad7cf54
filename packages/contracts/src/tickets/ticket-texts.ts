export const TICKET_TEXT_MAX_LENGTH = 4000
export const ORDER_NUMBER_MAX_LENGTH = 64

/** The problems with an order that the form for help offers. */
export const HELP_KINDS = ['damaged', 'missing', 'late', 'wrong'] as const
export type HelpKind = (typeof HELP_KINDS)[number]

export const TICKET_STATUSES = ['open', 'acknowledged', 'closed'] as const

/** By law, a complaint must be acknowledged within this time. */
export const ACKNOWLEDGE_WITHIN_HOURS = 48

/** The address of the status page of a ticket. */
export function ticketPath(token: string): string {
  return `/grievance/${token}`
}
