import { formatLongDateTime } from '@nashta/contracts/dates'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import type { OrderEdit } from '@nashta/contracts/orders/order-edit'
import { describeEdit } from '@nashta/contracts/orders/order-edit-texts'
import type {
  Refund,
  RefundState,
  TimelineEvent,
  TimelineEventKind,
} from '@nashta/contracts/orders/order-payment'
import { describeParcel, type Parcel } from '@nashta/contracts/orders/parcel'
import { labelOf } from './order-status.tsx'

const EVENT_LABELS: Record<TimelineEventKind, string> = {
  placed: 'Order placed',
  paymentWaiting: 'Waiting for your payment',
  paymentClaimed: 'You told us that you have paid',
  paid: 'Payment received',
  paymentFailed: 'Payment failed',
  paymentExpired: 'The time to pay was over',
  paymentNotFound: 'We have not found your payment',
  revived: 'We have found your payment',
  confirmationAsked: 'We asked you to confirm the order',
  confirmationExpired: 'The order was not confirmed in time',
  confirmed: 'Order confirmed',
  packingBegun: 'Being packed',
  packed: 'Packed',
  unpacked: 'To be packed again',
  printed: 'Label printed',
  shipped: 'Shipped',
  outForDelivery: 'Out for delivery',
  notDelivered: 'Not delivered',
  comingBack: 'On its way back to the shop',
  delivered: 'Delivered',
  parcelAdded: 'Another parcel',
  parcelChanged: 'Tracking corrected',
  contentChanged: 'The contents of the parcel changed',
  edited: 'We have changed your order',
  editRefused: 'You refused the change',
  editUndone: 'The change is undone',
  replaced: 'We send a replacement',
  recalled: 'Please do not eat this batch',
  cancelled: 'Order cancelled',
  goodsBack: 'The goods are back in the shop',
  goodsExpected: 'The goods are expected back',
  goodsLost: 'The goods do not come back',
  latePayment: 'A payment arrived that the order did not wait for',
  refundRequested: 'Refund requested',
  refundSent: 'Refund sent',
  refundDone: 'Refund completed',
  refundFailed: 'Refund failed',
}

const REFUND_LABELS: Record<RefundState, string> = {
  requested: 'Requested',
  sent: 'On its way to you',
  done: 'Completed',
  failed: 'Failed: we will contact you',
}

type TimelineProps = {
  events: readonly TimelineEvent[]
  parcels?: readonly Parcel[] | undefined
  edits?: readonly OrderEdit[] | undefined
}

const NO_EDITS: readonly OrderEdit[] = []

/** The events of an order, newest first. Those about a parcel have its link, and an edit what it has changed. */
export function OrderTimeline({ events, parcels, edits = NO_EDITS }: TimelineProps) {
  return (
    <ol className="mt-4 space-y-4 border-l-2 border-line pl-5">
      {events.toReversed().map(({ at, kind, note, amount, parcelId }) => (
        <li
          key={`${at} ${kind} ${note} ${amount}`}
          className="relative before:absolute before:top-1.5 before:-left-[1.6875rem] before:size-3 before:rounded-full before:bg-line first:before:bg-pistachio"
        >
          <p className="leading-snug font-semibold">
            {labelOf(EVENT_LABELS, kind)}
            {amount === undefined ? null : <span className="tabular-nums">: {formatAmount(amount)}</span>}
          </p>
          <p className="text-[0.9375rem] text-ink-soft">{formatLongDateTime(at)}</p>
          {note ? <p className="text-[0.9375rem] text-ink-soft break-words">{note}</p> : null}
          {edits
            .filter((edit) => kind === 'edited' && edit.at === at)
            .flatMap(describeEdit)
            .map((change) => (
              <p key={change} className="text-[0.9375rem] text-ink-soft break-words">
                {change}
              </p>
            ))}
          {parcels
            ?.filter((parcel) => parcel.parcelId === parcelId)
            .map((parcel) => (
              <ParcelLine key={parcel.parcelId} parcel={parcel} hasName={note === undefined} />
            ))}
        </li>
      ))}
    </ol>
  )
}

/** The courier, number and link of a parcel. `hasName` is false beside a note that names courier and number. */
export function ParcelLine({ parcel, hasName = true }: { parcel: Parcel; hasName?: boolean }) {
  const { trackingUrl } = parcel
  return (
    <p className="text-[0.9375rem] break-words">
      {hasName ? <span className="mr-3">{describeParcel(parcel)}</span> : null}
      {trackingUrl ? (
        <a
          href={trackingUrl}
          target="_blank"
          rel="noreferrer"
          className="font-semibold underline underline-offset-4 hover:text-raspberry-deep print:hidden"
        >
          Track it
        </a>
      ) : null}
    </p>
  )
}

export function Refunds({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <ul className="mt-2 divide-y divide-line">
      {refunds.map(({ refundId, state, amount, reason, updatedAt }) => (
        <li key={refundId} className="py-2.5">
          <p className="flex flex-wrap items-baseline justify-between gap-x-6 font-semibold">
            {labelOf(REFUND_LABELS, state)}
            <span className="tabular-nums">{formatAmount(amount)}</span>
          </p>
          <p className="text-[0.9375rem] text-ink-soft">{formatLongDateTime(updatedAt)}</p>
          {reason ? <p className="text-[0.9375rem] text-ink-soft break-words">{reason}</p> : null}
        </li>
      ))}
    </ul>
  )
}

function formatAmount(amount: number) {
  return formatRupees(rupeesToPaise(amount))
}
