import type { AdminTicket } from '@nashta/contracts/tickets/ticket'
import { useRef } from 'react'
import { Link } from 'react-router'
import { formatTime } from '../data/formats.ts'
import { sortByUrgency, ticketDeadline, ticketKindLabel } from '../features/tickets/ticket-deadline.ts'
import { useTickets } from '../features/tickets/use-tickets.ts'
import { useRowShortcuts } from '../shell/row-keys.ts'
import { PageHeading } from '../ui/controls.tsx'
import { Notice } from '../ui/message.tsx'
import { QueryState } from '../ui/query-state.tsx'

/** The complaints of shoppers, overdue ones first. */
export default function Tickets() {
  const query = useTickets()
  const fetchedAt = new Date(query.dataUpdatedAt)
  const list = useRef<HTMLUListElement>(null)
  useRowShortcuts(list)
  return (
    <>
      <PageHeading title="Tickets" />
      <QueryState query={query}>
        {(tickets) =>
          tickets.length === 0 ? (
            <Notice title="No tickets">Complaints and questions about orders appear here.</Notice>
          ) : (
            <ul ref={list} className="divide-y divide-line rounded-xl border border-line">
              {sortByUrgency(tickets).map((ticket) => (
                <TicketRow key={ticket.number} ticket={ticket} fetchedAt={fetchedAt} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </>
  )
}

function TicketRow({ ticket, fetchedAt }: { ticket: AdminTicket; fetchedAt: Date }) {
  const { isOverdue, text: deadlineText } = ticketDeadline(ticket, fetchedAt)
  return (
    <li>
      <Link
        to={`/tickets/${encodeURIComponent(ticket.number)}`}
        data-row
        className="grid gap-x-4 gap-y-1 px-4 py-3 hover:bg-paper-deep sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
      >
        <span className="font-semibold">{ticket.number}</span>
        <span className="min-w-0">
          <span className="font-medium">{ticket.name}</span>
          <span className="block truncate text-ink-soft">
            {[ticketKindLabel(ticket), ticket.text].filter(Boolean).join(': ')}
          </span>
        </span>
        <span className="sm:text-right">
          <span
            className={
              isOverdue
                ? 'rounded-full bg-raspberry px-2.5 py-0.5 text-sm font-medium text-white'
                : ticket.status === 'closed'
                  ? 'text-ink-soft'
                  : 'font-medium'
            }
          >
            {deadlineText}
          </span>
          <time dateTime={ticket.createdAt} className="block text-sm text-ink-soft">
            {formatTime(ticket.createdAt)}
          </time>
        </span>
      </Link>
    </li>
  )
}
