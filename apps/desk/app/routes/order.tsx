import { callLink } from '@nashta/contracts/orders/contact-links'
import { getCustomer } from '@nashta/contracts/orders/desk/customers'
import { type DeskOrder, getOrderForDesk } from '@nashta/contracts/orders/desk/desk-order'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { Failure } from '@nashta/ui/failure'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatAmount, formatTime } from '../data/formats.ts'
import { eventLabel, methodLabel, paymentLabel, statusLabel } from '../data/order-labels.ts'
import { SendLink } from '../dialogs/send-link.tsx'
import { OrderMails } from '../features/mails/order-mails.tsx'
import { OrderActions } from '../features/order/order-actions.tsx'
import { hasBills, OrderBills } from '../features/order/order-bills.tsx'
import { changesSince } from '../features/order/order-changes.ts'
import { OrderEdits } from '../features/order/order-edits.tsx'
import { OrderLines } from '../features/order/order-lines.tsx'
import { OrderNotes } from '../features/order/order-notes.tsx'
import { Parcels } from '../features/order/parcels.tsx'
import { RefundList } from '../features/order/refund-list.tsx'
import { TicketsOfOrder } from '../features/tickets/tickets-of-order.tsx'
import { useFetchShop, useMayCall } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { WorkBadge } from '../ui/badge.tsx'
import { Card, Fact, PageHeading, TEXT_LINK } from '../ui/controls.tsx'
import { OrderDetails } from '../ui/order-details.tsx'
import { QueryState } from '../ui/query-state.tsx'
import type { Route } from './+types/order'

const REFETCH_MS = 15_000

export default function OrderPage({ params: { id } }: Route.ComponentProps) {
  const fetchShop = useFetchShop()
  const query = useQuery({
    queryKey: ['order', id],
    // Polling shows the changes of other operators.
    refetchInterval: REFETCH_MS,
    queryFn: async ({ signal }) =>
      (await fetchShop(getOrderForDesk, { params: { orderId: id }, signal })).data,
  })
  return (
    <QueryState query={query} heading="Order">
      {(order) => <OrderView key={order.purchaseId} order={order} />}
    </QueryState>
  )
}

function OrderLink({ id }: { id: string }) {
  return (
    <Link to={`/orders/${encodeURIComponent(id)}`} className={TEXT_LINK}>
      #{orderNumber(id)}
    </Link>
  )
}

function OrderView({ order }: { order: DeskOrder }) {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const mayCall = useMayCall()
  const showToast = useToast()
  const [failureLines, setFailureLines] = useState<string[]>([])
  const key = ['order', order.purchaseId]

  /**
   * Reports a finished action. `changed` is the order after the action; undefined if the response
   * contained no order.
   */
  async function showDone(toastText: string, changed?: DeskOrder) {
    setFailureLines([])
    if (changed) queries.setQueryData(key, changed)
    else await queries.invalidateQueries({ queryKey: key })
    showToast({ text: toastText })
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['orders'] }),
      queries.invalidateQueries({ queryKey: ['today'] }),
    ])
  }

  /** Shows the failure, and the current order with the changes since the operator read it. */
  async function showChanges(failure: string) {
    const { data } = await fetchShop(getOrderForDesk, { params: { orderId: order.purchaseId } })
    queries.setQueryData(key, data)
    setFailureLines([failure, ...changesSince(order, data)])
  }

  const { address, customer, payment, refunds = [], parcels, timeline } = order
  const isToPay = order.owed !== undefined || order.work === 'waiting'
  return (
    <>
      <PageHeading title={`Order #${orderNumber(order.purchaseId)}`}>
        <WorkBadge work={order.work} />
        <Link to="/orders" className={`px-2 ${TEXT_LINK}`}>
          All orders
        </Link>
      </PageHeading>
      <div className="mb-4 grid gap-2 empty:hidden">
        <OrderDetails details={order.details} className="rounded-xl bg-butter px-4 py-3" />
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-4">
          <Card title="To do">
            {failureLines.length > 0 ? (
              <Failure>
                {failureLines.map((line) => (
                  <p key={line}>{line}</p>
                ))}
              </Failure>
            ) : null}
            <OrderActions order={order} onDone={showDone} onChangedByAnother={showChanges} />
          </Card>
          {order.link !== undefined && isToPay ? (
            <Card title="Link to pay">
              <SendLink order={order} link={order.link} />
            </Card>
          ) : null}
          <Card title="Lines">
            <OrderLines order={order} />
          </Card>
          {order.edits ? (
            <Card title="Edits">
              <OrderEdits edits={order.edits} />
            </Card>
          ) : null}
          {refunds.length > 0 ? (
            <Card title="Refunds">
              <RefundList order={order} onDone={showDone} />
            </Card>
          ) : null}
          {hasBills(order) ? (
            <Card title="Bills">
              <OrderBills order={order} onDone={showDone} />
            </Card>
          ) : null}
          <TicketsOfOrder orderNumber={orderNumber(order.purchaseId)} />
          <Card title="Notes">
            <OrderNotes order={order} onSaved={(changed) => queries.setQueryData(key, changed)} />
          </Card>
          <OrderMails order={order} onSaved={(changed) => queries.setQueryData(key, changed)} />
        </div>
        <div className="grid gap-4">
          <Card title="About">
            <dl className="grid gap-2">
              <Fact name="Placed">{formatTime(order.purchaseDate)}</Fact>
              <Fact name="Status">{statusLabel(order.orderStatus)}</Fact>
              {payment ? (
                <Fact name="Payment">
                  {paymentLabel(payment.state)}, {methodLabel(payment.method)}
                  {payment.message ? <span className="block">{payment.message}</span> : null}
                </Fact>
              ) : null}
              {order.replaces === undefined ? null : (
                <Fact name="Replaces">
                  <OrderLink id={order.replaces} />
                </Fact>
              )}
              {order.replacements?.map(({ purchaseId }) => (
                <Fact key={purchaseId} name="Replaced by">
                  <OrderLink id={purchaseId} />
                </Fact>
              ))}
              {order.payments?.map((paid) => (
                <Fact key={paid.transactionId} name="Paid">
                  {formatAmount(paid.amount)}, {methodLabel(paid.method)}
                </Fact>
              ))}
              {order.owed ? (
                <Fact name="Owed">
                  <strong>{formatAmount(order.owed.amount)}</strong>, until {formatTime(order.owed.expiresAt)}
                  {order.owed.payment ? `: ${paymentLabel(order.owed.payment.state)}` : null}
                </Fact>
              ) : null}
              {order.printedAt ? <Fact name="Printed">{formatTime(order.printedAt)}</Fact> : null}
            </dl>
          </Card>
          {parcels ? (
            <Card title={parcels.length > 1 ? 'Parcels' : 'Parcel'}>
              <Parcels order={order} parcels={parcels} onDone={showDone} />
            </Card>
          ) : null}
          {address ? (
            <Card title="Deliver to">
              <address className="not-italic">
                <p className="font-semibold">{address.fullName}</p>
                <p>{address.addressLine1}</p>
                {address.addressLine2 ? <p>{address.addressLine2}</p> : null}
                <p>
                  {address.city}, {address.state} {address.pincode}
                </p>
                <p>
                  <a href={callLink(address.phoneNumber)} className={TEXT_LINK}>
                    {address.phoneNumber}
                  </a>
                </p>
              </address>
              {customer ? (
                <p className="mt-3 grid gap-1">
                  {customer.email ? (
                    <a href={`mailto:${customer.email}`} className={`break-all ${TEXT_LINK}`}>
                      {customer.email}
                    </a>
                  ) : null}
                  {mayCall(getCustomer) ? (
                    <Link to={`/customers/${encodeURIComponent(customer.customerId)}`} className={TEXT_LINK}>
                      All orders of this customer
                    </Link>
                  ) : null}
                </p>
              ) : null}
            </Card>
          ) : null}
          {order.link !== undefined && !isToPay && order.orderStatus !== 'CANCELLED' ? (
            <Card title="Link for the customer">
              <SendLink order={order} link={order.link} />
            </Card>
          ) : null}
          <Card title="Timeline">
            <ol className="grid gap-2 border-l-2 border-line pl-4">
              {timeline.map(({ at, kind, note, amount, by }) => (
                <li key={`${at} ${kind}`}>
                  <p>
                    <span className="font-medium">{eventLabel(kind)}</span>
                    {amount === undefined ? null : ` ${formatAmount(amount)}`}
                  </p>
                  {note ? <p className="break-words">{note}</p> : null}
                  <p className="text-sm break-words text-ink-soft">
                    {[formatTime(at), by].filter(Boolean).join(', ')}
                  </p>
                </li>
              ))}
            </ol>
          </Card>
        </div>
      </div>
    </>
  )
}
