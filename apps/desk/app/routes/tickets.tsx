import {
  type AdminTicket,
  closeTickets,
  TICKET_LISTS,
  type TicketList,
} from '@nashta/contracts/tickets/ticket'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatNumberOf, formatTime } from '../data/formats.ts'
import { CloseTickets } from '../features/tickets/close-tickets.tsx'
import { ticketDeadline, ticketKindLabel } from '../features/tickets/ticket-deadline.ts'
import { TICKETS_KEY, useTickets } from '../features/tickets/use-tickets.ts'
import { useMayCall } from '../session/desk-session.tsx'
import { useRowShortcuts } from '../shell/row-keys.ts'
import { useToast } from '../shell/toasts.tsx'
import { Action, FailureList, PageHeading } from '../ui/controls.tsx'
import { Notice } from '../ui/message.tsx'
import { MorePages } from '../ui/more-pages.tsx'
import { FoundState } from '../ui/query-state.tsx'
import { SearchField } from '../ui/search-field.tsx'

const LIST_LABELS: Record<TicketList, string> = { due: 'To answer', closed: 'Closed' }

const NONE_SELECTED: ReadonlySet<string> = new Set()

/** The complaints of shoppers: those about known orders first, each by its deadline. */
export default function Tickets() {
  const mayCall = useMayCall()
  const queries = useQueryClient()
  const showToast = useToast()
  const [params, setParams] = useSearchParams()
  const list = TICKET_LISTS.find((name) => name === params.get('list')) ?? 'due'
  const search = params.get('search') ?? ''
  const query = useTickets(list, search)
  const fetchedAt = new Date(query.dataUpdatedAt)
  const [selected, setSelected] = useState(NONE_SELECTED)
  const [isClosing, setIsClosing] = useState(false)
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const rows = useRef<HTMLUListElement>(null)
  useRowShortcuts(rows)

  const tickets = query.data?.pages.flatMap((page) => page.tickets) ?? []
  const openNumbers = tickets.filter(({ status }) => status !== 'closed').map(({ number }) => number)
  // Selected tickets that are no longer listed do not count.
  const selectedNumbers = openNumbers.filter((number) => selected.has(number))
  const areAllSelected = openNumbers.length > 0 && selectedNumbers.length === openNumbers.length

  function show(changes: { list?: TicketList; search?: string }) {
    setSelected(NONE_SELECTED)
    setRefusals([])
    const next = { list, search, ...changes }
    setParams(
      { ...(next.list !== 'due' && { list: next.list }), ...(next.search && { search: next.search }) },
      { replace: true },
    )
  }

  function toggle(number: string) {
    const next = new Set(selected)
    if (!next.delete(number)) next.add(number)
    setSelected(next)
  }

  // A single ticket is closed on its own page.
  const mayCloseMany = mayCall(closeTickets) && openNumbers.length > 1

  async function reportClosed(closed: number, refused: readonly string[]) {
    setSelected(NONE_SELECTED)
    setRefusals(refused)
    await queries.invalidateQueries({ queryKey: TICKETS_KEY })
    if (closed > 0) showToast({ text: `${formatNumberOf(closed, 'ticket')} closed` })
  }

  return (
    <>
      <PageHeading title="Tickets" />
      <div className="mb-3">
        <SearchField
          label="Search tickets"
          placeholder="Ticket number, order number or e-mail"
          value={search}
          onSearch={(text) => show({ search: text })}
        />
      </div>
      {search ? null : (
        <nav aria-label="Tickets by state" className="mb-3 flex gap-2">
          {TICKET_LISTS.map((name) => (
            <Action
              key={name}
              look={name === list ? 'main' : 'plain'}
              aria-pressed={name === list}
              onClick={() => show({ list: name })}
            >
              {LIST_LABELS[name]}
            </Action>
          ))}
        </nav>
      )}
      <FailureList title="Not closed:" texts={refusals} />
      <FoundState query={query}>
        {() =>
          tickets.length === 0 ? (
            <Notice title="No tickets">
              {search
                ? 'No ticket has this number, order number or e-mail address.'
                : 'Complaints and questions about orders appear here.'}
            </Notice>
          ) : (
            <>
              {mayCloseMany ? (
                <div className="mb-2 flex min-h-10 flex-wrap items-center gap-3">
                  <label className="flex items-center gap-2">
                    <input
                      type="checkbox"
                      checked={areAllSelected}
                      onChange={() => setSelected(areAllSelected ? NONE_SELECTED : new Set(openNumbers))}
                      className="size-6 accent-raspberry"
                    />
                    All that are shown
                  </label>
                  {selectedNumbers.length > 0 ? (
                    <Action onClick={() => setIsClosing(true)}>
                      Close {formatNumberOf(selectedNumbers.length, 'ticket')}
                    </Action>
                  ) : null}
                </div>
              ) : null}
              <ul ref={rows} className="divide-y divide-line rounded-xl border border-line">
                {tickets.map((ticket) => (
                  <TicketRow
                    key={ticket.number}
                    ticket={ticket}
                    fetchedAt={fetchedAt}
                    isSelected={selected.has(ticket.number)}
                    onToggle={mayCloseMany && ticket.status !== 'closed' ? () => toggle(ticket.number) : null}
                  />
                ))}
              </ul>
              <MorePages query={query} />
            </>
          )
        }
      </FoundState>
      {isClosing ? (
        <CloseTickets numbers={selectedNumbers} onDone={reportClosed} onClosed={() => setIsClosing(false)} />
      ) : null}
    </>
  )
}

type TicketRowProps = {
  ticket: AdminTicket
  fetchedAt: Date
  isSelected: boolean
  /** Null for a ticket that cannot be selected. */
  onToggle: (() => void) | null
}

function TicketRow({ ticket, fetchedAt, isSelected, onToggle }: TicketRowProps) {
  const { isOverdue, text: deadlineText } = ticketDeadline(ticket, fetchedAt)
  return (
    <li className="flex items-center hover:bg-paper-deep">
      {onToggle ? (
        <label className="grid size-12 shrink-0 place-items-center">
          <input
            type="checkbox"
            aria-label={`Select ticket ${ticket.number}`}
            checked={isSelected}
            onChange={onToggle}
            className="size-6 accent-raspberry"
          />
        </label>
      ) : null}
      <Link
        to={`/tickets/${encodeURIComponent(ticket.number)}`}
        data-row
        className="grid min-w-0 grow gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
      >
        <span className="font-semibold">{ticket.number}</span>
        <span className="min-w-0">
          <span className="font-medium">{ticket.name}</span>
          {ticket.isAboutOrder ? <span className="text-ink-soft"> · order #{ticket.orderNumber}</span> : null}
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
