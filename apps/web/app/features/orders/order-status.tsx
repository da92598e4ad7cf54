import { formatLongDate } from '@nashta/contracts/dates'
import type { PaymentState } from '@nashta/contracts/orders/order-payment'
import { WAITING_FOR_THE_SHOP } from '@nashta/contracts/orders/order-texts'
import {
  NO_PAYMENT,
  NOT_PAID_YET,
  NOTHING_TO_PAY,
  REFUNDED,
  TO_BE_REFUNDED,
  WAITING_FOR_BANK,
} from '../../texts/orders.ts'
import { Fact, LongId } from './order-parts.tsx'
import type { ShownOrder } from './order-queries.ts'

type Tone = 'green' | 'blue' | 'purple' | 'red' | 'neutral'

const STATUS_TONES = new Map<string, Tone>([
  ['CONFIRMED', 'green'],
  ['PROCESSING', 'blue'],
  ['SHIPPED', 'purple'],
  ['OUT_FOR_DELIVERY', 'purple'],
  ['DELIVERED', 'green'],
])

const TONE_CLASSES: Record<Tone, string> = {
  green: 'bg-pistachio-tint text-[#3d551b]',
  blue: 'bg-[#dde9f6] text-[#1d4876]',
  purple: 'bg-[#eae1f6] text-[#553188]',
  red: 'bg-danger-tint text-danger-deep',
  neutral: 'bg-paper text-ink',
}

/** Red for CANCELLED and for an unknown status. */
export function orderTone(status: string): Tone {
  return STATUS_TONES.get(status) ?? 'red'
}

/** Neutral for an unknown status. */
export function deliveryTone(status: string): Tone {
  return STATUS_TONES.get(status) ?? 'neutral'
}

export function statusLabel(status: string): string {
  return status.replaceAll('_', ' ')
}

/** Whether the order was cancelled without ever being confirmed. */
export function hasEndedUnpaid({ orderStatus, timeline = [] }: Pick<ShownOrder, 'orderStatus' | 'timeline'>) {
  return orderStatus === 'CANCELLED' && !timeline.some(({ kind }) => kind === 'confirmed')
}

export function StatusBadge({ status, tone }: { status: string; tone: Tone }) {
  return (
    <span
      className={`inline-block rounded-full px-3 py-1.5 text-[0.8125rem] leading-none font-bold tracking-wide ${TONE_CLASSES[tone]}`}
    >
      {statusLabel(status)}
    </span>
  )
}

/**
 * The status of the order and of its delivery. An order that is cancelled, or that may still end
 * unpaid, has no delivery.
 */
export function OrderStatuses({ order }: { order: ShownOrder }) {
  const { orderStatus, deliveryStatus } = order
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      <div className="flex items-center gap-2">
        <dt className="text-ink-soft">Order</dt>
        <dd>
          <StatusBadge status={orderStatus} tone={orderTone(orderStatus)} />
        </dd>
      </div>
      {orderStatus === 'CANCELLED' || isPaymentOpen(order) ? null : (
        <div className="flex items-center gap-2">
          <dt className="text-ink-soft">Delivery</dt>
          <dd>
            <StatusBadge status={deliveryStatus} tone={deliveryTone(deliveryStatus)} />
          </dd>
        </div>
      )}
    </dl>
  )
}

export function isAwaitingDelivery(order: { orderStatus: string; deliveryStatus: string }): boolean {
  const statuses = new Set([order.orderStatus, order.deliveryStatus])
  return !statuses.has('DELIVERED') && !statuses.has('CANCELLED')
}

type OrderState = Pick<ShownOrder, 'orderStatus' | 'payment'>

const OPEN_PAYMENTS = new Set<string>(['unconfirmed', 'waiting', 'claimed', 'checking'])

/**
 * Whether the payment may still succeed or fail. Another implementation of the API may reply
 * without `payment`. Then the status PROCESSING means that the payment is open.
 */
export function isPaymentOpen({ orderStatus, payment }: OrderState): boolean {
  return payment ? OPEN_PAYMENTS.has(payment.state) : orderStatus === 'PROCESSING'
}

/** Whether pages show the day of delivery. They do not while the payment may still fail. */
export function hasEstimatedDelivery(order: OrderState & Pick<ShownOrder, 'deliveryStatus'>): boolean {
  return isAwaitingDelivery(order) && !isPaymentOpen(order)
}

/** The day of delivery; nothing while there is none. */
export function EstimatedDelivery({ order }: { order: ShownOrder }) {
  if (!hasEstimatedDelivery(order)) return null
  return (
    <dl className="mt-4 print:mt-0">
      <Fact name="Estimated Delivery">{formatLongDate(order.estimatedDelivery)}</Fact>
    </dl>
  )
}

const WAITING_FOR_A_PERSON = new Set<string>(['waiting', 'claimed', 'unconfirmed'])

/** Whether the payment waits for an action of the shopper or of the shop. */
export function isWaitingForPerson({ payment }: Pick<ShownOrder, 'payment'>): boolean {
  return payment !== undefined && WAITING_FOR_A_PERSON.has(payment.state)
}

const REFUNDS_UNDER_WAY = new Set<string>(['requested', 'sent'])

/** Whether the order is still to be delivered, or a refund of it is not finished. */
export function isUnderWay(order: ShownOrder): boolean {
  return isAwaitingDelivery(order) || (order.refunds ?? []).some(({ state }) => REFUNDS_UNDER_WAY.has(state))
}

const PAYMENT_LABELS: Record<PaymentState, string> = {
  due: 'To be paid on delivery',
  unconfirmed: 'To be confirmed by you',
  waiting: NOT_PAID_YET,
  claimed: WAITING_FOR_THE_SHOP,
  checking: WAITING_FOR_BANK,
  paid: 'Paid',
  unpaid: NO_PAYMENT,
}

type PaidOrder = Pick<ShownOrder, 'orderStatus' | 'refunds' | 'paymentDetails'>

export function paymentLabel(order: PaidOrder, state: string): string {
  const { orderStatus, refunds = [], paymentDetails } = order
  const label = labelOf(PAYMENT_LABELS, state)
  if (orderStatus !== 'CANCELLED') return label
  if (state !== 'paid') return paymentDetails.method === 'cod' ? NOTHING_TO_PAY : label
  const isRefunded = refunds.length > 0 && refunds.every((refund) => refund.state === 'done')
  return isRefunded ? REFUNDED : TO_BE_REFUNDED
}

/**
 * The label for a state or kind that a reply names. A name without a label is split into words:
 * `onHold` → `On hold`.
 */
export function labelOf(labels: Record<string, string>, name: string): string {
  const label = Object.hasOwn(labels, name) ? labels[name] : undefined
  return label ?? wordsOf(name)
}

function wordsOf(name: string) {
  const words = name
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** The transaction id, or the reason why there is none. */
export function TransactionId({
  order,
}: {
  order: OrderState & Pick<ShownOrder, 'transactionId' | 'refunds' | 'paymentDetails'>
}) {
  const { transactionId, payment } = order
  if (transactionId) return <LongId>{transactionId}</LongId>
  if (payment) return paymentLabel(order, payment.state)
  return isPaymentOpen(order) ? WAITING_FOR_BANK : NO_PAYMENT
}
