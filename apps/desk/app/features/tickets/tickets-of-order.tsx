import { type AdminTicket, listTickets, replyToTicket } from '@nashta/contracts/tickets/ticket'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMayCall } from '../../session/desk-session.tsx'
import { Action, Card, TEXT_LINK } from '../../ui/controls.tsx'
import { ticketDeadline, ticketKindLabel } from './ticket-deadline.ts'
import { TicketReply } from './ticket-reply.tsx'
import { useShowSaved, useTickets } from './use-tickets.ts'

/** The tickets about an order, each with its answer. Nothing when there are none. */
export function TicketsOfOrder({ orderNumber }: { orderNumber: string }) {
  const mayCall = useMayCall()
  const query = useTickets('due', orderNumber, { isEnabled: mayCall(listTickets) })
  const tickets = query.data?.pages.flatMap((page) => page.tickets) ?? []
  if (tickets.length === 0) return null
  return (
    <Card title="Tickets">
      <ul className="grid gap-4">
        {tickets.map((ticket) => (
          <TicketOfOrder key={ticket.number} ticket={ticket} fetchedAt={new Date(query.dataUpdatedAt)} />
        ))}
      </ul>
    </Card>
  )
}

function TicketOfOrder({ ticket, fetchedAt }: { ticket: AdminTicket; fetchedAt: Date }) {
  const mayCall = useMayCall()
  const showSaved = useShowSaved(ticket)
  const [isAnswering, setIsAnswering] = useState(false)
  const { isOverdue, text: deadlineText } = ticketDeadline(ticket, fetchedAt)
  const mayAnswer = ticket.status !== 'closed' && mayCall(replyToTicket)
  return (
    <li>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link to={`/tickets/${encodeURIComponent(ticket.number)}`} className={`font-semibold ${TEXT_LINK}`}>
          {ticket.number}
        </Link>
        <span className={isOverdue ? 'font-semibold text-danger-deep' : 'text-ink-soft'}>{deadlineText}</span>
      </p>
      <p className="line-clamp-3 max-w-prose break-words">
        {[ticketKindLabel(ticket), ticket.text].filter(Boolean).join(': ')}
      </p>
      {mayAnswer && !isAnswering ? (
        <p className="mt-2">
          <Action onClick={() => setIsAnswering(true)}>Answer</Action>
        </p>
      ) : null}
      {mayAnswer && isAnswering ? (
        <div className="mt-2">
          <TicketReply
            ticket={ticket}
            onSaved={async (doneText) => {
              setIsAnswering(false)
              await showSaved(doneText)
            }}
          />
        </div>
      ) : null}
    </li>
  )
}
