import { useCall } from '@nashta/browser/forms/use-call'
import { listOrders } from '@nashta/contracts/orders/desk/order-list'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { acknowledgeTicket, type AdminTicket } from '@nashta/contracts/tickets/ticket'
import { Failure } from '@nashta/ui/failure'
import { Link } from 'react-router'
import { formatTime } from '../data/formats.ts'
import { OrderSummary } from '../features/order/order-summary.tsx'
import { ticketDeadline, ticketKindLabel, ticketStepLabel } from '../features/tickets/ticket-deadline.ts'
import { TicketPictures } from '../features/tickets/ticket-pictures.tsx'
import { TicketReply } from '../features/tickets/ticket-reply.tsx'
import { useShowSaved, useTicket } from '../features/tickets/use-tickets.ts'
import { useFetchShop, useMayCall } from '../session/desk-session.tsx'
import { Action, Card, Fact, PageHeading, TEXT_LINK } from '../ui/controls.tsx'
import { failureText, QueryState } from '../ui/query-state.tsx'
import type { Route } from './+types/ticket'

export default function TicketPage({ params: { number } }: Route.ComponentProps) {
  const query = useTicket(number)
  const fetchedAt = new Date(query.dataUpdatedAt)
  return (
    <QueryState query={query} heading="Ticket">
      {(ticket) => <TicketView key={number} ticket={ticket} fetchedAt={fetchedAt} />}
    </QueryState>
  )
}

function TicketView({ ticket, fetchedAt }: { ticket: AdminTicket; fetchedAt: Date }) {
  const fetchShop = useFetchShop()
  const mayCall = useMayCall()
  const showSaved = useShowSaved(ticket)
  const deadline = ticketDeadline(ticket, fetchedAt)
  const kindLabel = ticketKindLabel(ticket)

  const acknowledge = useCall(async (_: void, idempotencyKey) => {
    await fetchShop(acknowledgeTicket, { params: { id: ticket.number }, body: {}, idempotencyKey })
    await showSaved('Acknowledged')
  }, failureText)

  return (
    <>
      <PageHeading title={`Ticket ${ticket.number}`}>
        <Link to="/tickets" className={`px-2 ${TEXT_LINK}`}>
          All tickets
        </Link>
      </PageHeading>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          <Card title={`What ${ticket.name} wrote`}>
            <p className="max-w-prose break-words whitespace-pre-line">{ticket.text}</p>
            <TicketPictures ticket={ticket} />
          </Card>
          {ticket.steps.length > 0 ? (
            <Card title="What the shop did">
              <ol className="grid gap-3">
                {ticket.steps.map(({ at, kind, text, by }) => (
                  <li key={`${at} ${kind}`}>
                    <p>
                      <span className="font-semibold">{ticketStepLabel(kind)}</span>{' '}
                      <span className="text-ink-soft">
                        {formatTime(at)}, {by}
                      </span>
                    </p>
                    {text ? <p className="max-w-prose break-words whitespace-pre-line">{text}</p> : null}
                  </li>
                ))}
              </ol>
            </Card>
          ) : null}
          {ticket.status === 'closed' ? null : (
            <Card title="Answer">
              <TicketReply ticket={ticket} onSaved={showSaved} />
            </Card>
          )}
        </div>
        <div className="grid gap-4">
          <Card title="State">
            <p className={deadline.isOverdue ? 'mb-3 font-semibold text-danger-deep' : 'mb-3 font-semibold'}>
              {deadline.text}
            </p>
            {ticket.status === 'open' ? (
              <div className="mb-3 grid justify-items-start gap-2">
                {acknowledge.failure ? <Failure>{acknowledge.failure}</Failure> : null}
                <Action
                  look="main"
                  aria-disabled={acknowledge.isBusy || undefined}
                  onClick={() => void acknowledge.run()}
                >
                  Acknowledge
                </Action>
              </div>
            ) : null}
            <dl className="grid gap-2">
              <Fact name="From">
                {ticket.name}
                <br />
                {ticket.email ? (
                  <a href={`mailto:${ticket.email}`} className={`break-all ${TEXT_LINK}`}>
                    {ticket.email}
                  </a>
                ) : (
                  'No e-mail address'
                )}
              </Fact>
              {ticket.orderNumber && !ticket.isAboutOrder ? (
                <Fact name="Order, as the shopper wrote it">
                  {mayCall(listOrders) ? (
                    <Link
                      to={`/orders?${new URLSearchParams({ search: ticket.orderNumber })}`}
                      className={TEXT_LINK}
                    >
                      {ticket.orderNumber}
                    </Link>
                  ) : (
                    ticket.orderNumber
                  )}
                </Fact>
              ) : null}
              {kindLabel ? <Fact name="What is wrong">{kindLabel}</Fact> : null}
              <Fact name="Received">{formatTime(ticket.createdAt)}</Fact>
              <Fact name="Acknowledge by">{formatTime(ticket.acknowledgeBy)}</Fact>
              <Fact name="Close by">{formatTime(ticket.resolveBy)}</Fact>
            </dl>
          </Card>
          {ticket.isAboutOrder ? (
            <OrderSummary number={orderNumber(ticket.orderNumber.replace(/^#/, ''))} />
          ) : null}
        </div>
      </div>
    </>
  )
}
