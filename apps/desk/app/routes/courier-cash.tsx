import { calendarDay } from '@nashta/contracts/dates'
import {
  type CourierPayment,
  getCourierCash,
  getCourierCashTable,
  type OwedOrder,
  recordCourierPayment,
  undoCourierPayment,
} from '@nashta/contracts/orders/desk/courier-cash'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatAmount, formatDay, formatNumberOf } from '../data/formats.ts'
import { PaymentForm } from '../features/cash/payment-form.tsx'
import { Payments } from '../features/cash/payments.tsx'
import { SaveFile } from '../features/files/save-file.tsx'
import { useFetchShop, useMayCall } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Action, PageHeading, TEXT_LINK } from '../ui/controls.tsx'
import { Notice } from '../ui/message.tsx'
import { MorePages } from '../ui/more-pages.tsx'
import { QueryState } from '../ui/query-state.tsx'

const QUERY_KEY = ['courier cash']

/** Cash that couriers owe, compared with what they have paid. */
export default function CourierCash() {
  const fetchShop = useFetchShop()
  const queries = useQueryClient()
  const showToast = useToast()
  const mayRecord = useMayCall()(recordCourierPayment)
  const [isRecording, setIsRecording] = useState(false)
  const [undone, setUndone] = useState<CourierPayment | null>(null)
  const [today] = useState(() => calendarDay(new Date()))
  const query = useInfiniteQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ pageParam, signal }) =>
      (await fetchShop(getCourierCash, { query: pageParam ? { cursor: pageParam } : {}, signal })).data,
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const newest = query.data?.pages.at(-1)
  const couriers = newest?.couriers ?? []
  const payments = newest?.payments ?? []
  const orders = query.data?.pages.flatMap((page) => page.orders) ?? []

  async function refresh(text: string) {
    await queries.invalidateQueries({ queryKey: QUERY_KEY })
    showToast({ text })
  }

  return (
    <>
      <PageHeading title="Courier cash">
        {mayRecord ? (
          <Action look="main" onClick={() => setIsRecording(true)}>
            A courier has paid
          </Action>
        ) : null}
        <SaveFile name="courier-cash" label="CSV" endpoint={getCourierCashTable} />
      </PageHeading>
      <QueryState query={query}>
        {() => (
          <div className="grid gap-6">
            {orders.length === 0 ? (
              <Notice title="No courier owes you cash" />
            ) : (
              <section aria-labelledby="owed">
                <h2 id="owed" className="mb-2 text-lg font-semibold">
                  Owed
                </h2>
                <ul className="mb-3 flex flex-wrap gap-3">
                  {couriers.map(({ courier, orders: count, owed }) => (
                    <li key={courier} className="rounded-xl border border-line px-4 py-3">
                      <p className="font-semibold">
                        {courier}: {formatAmount(owed)}
                      </p>
                      <p className="text-sm text-ink-soft">{formatNumberOf(count, 'order')}</p>
                    </li>
                  ))}
                </ul>
                <OwedOrders orders={orders} />
                <MorePages query={query} />
              </section>
            )}
            {payments.length > 0 ? (
              <section aria-labelledby="paid">
                <h2 id="paid" className="mb-2 text-lg font-semibold">
                  Paid
                </h2>
                <Payments payments={payments} onUndo={mayRecord ? setUndone : null} />
              </section>
            ) : null}
            {isRecording ? (
              <PaymentForm
                couriers={couriers.map(({ courier }) => courier)}
                today={today}
                onRecorded={() => refresh('Saved and compared')}
                onClosed={() => setIsRecording(false)}
              />
            ) : null}
          </div>
        )}
      </QueryState>
      {undone ? (
        <ConfirmDialog
          title={`Undo the payment of ${undone.courier}`}
          submitLabel="Undo"
          onClosed={() => setUndone(null)}
          onConfirm={async () => {
            const params = { paymentId: undone.paymentId }
            await fetchShop(undoCourierPayment, { params, body: {} })
            await refresh('Undone')
          }}
        >
          It was entered by mistake. Its orders are open again, and the log says so.
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function OwedOrders({ orders }: { orders: readonly OwedOrder[] }) {
  return (
    <ul className="divide-y divide-line rounded-xl border border-line">
      {orders.map(
        ({ orderId, courier, trackingNumber, shippedAt, isDelivered, hasComeBack, amount, paid }) => (
          <li key={orderId} className="flex items-baseline justify-between gap-x-4 px-4 py-2.5">
            <div className="min-w-0">
              <Link to={`/orders/${orderId}`} className={TEXT_LINK}>
                #{orderNumber(orderId)}
              </Link>
              <p className="text-sm break-all text-ink-soft">
                {[courier, trackingNumber].filter(Boolean).join(', ')}
              </p>
              <p className="text-sm text-ink-soft">
                Handed over {formatDay(shippedAt)},{' '}
                {hasComeBack ? 'came back' : isDelivered ? 'delivered' : 'not delivered yet'}
              </p>
            </div>
            <p className="text-right font-semibold">
              {hasComeBack ? formatAmount(-paid) : formatAmount(amount)}
              {paid > 0 ? (
                <span className="block text-sm font-normal text-danger-deep">
                  {hasComeBack ? 'The courier has paid for it' : `${formatAmount(paid)} paid`}
                </span>
              ) : null}
            </p>
          </li>
        ),
      )}
    </ul>
  )
}
