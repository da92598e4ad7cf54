import { FALLBACK_PICTURE_URL, pictureSrcSet } from '@nashta/contracts/catalogue/product-urls'
import { formatLongDate } from '@nashta/contracts/dates'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import { orderLinkPath, orderPath } from '@nashta/contracts/orders/order-texts'
import { LinkButton } from '@nashta/ui/button'
import { Receipt } from '@nashta/ui/layout'
import { Picture } from '@nashta/ui/picture'
import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import {
  CONTINUE_SHOPPING,
  GUEST_NEXT_STEPS,
  NEXT_STEPS,
  ORDER_PLACED,
  PAYMENT_PENDING,
  THANK_YOU,
  VIEW_ORDER,
  VIEW_PURCHASE_HISTORY,
  WAITING_FOR_BANK,
  WAITING_NEXT_STEPS,
  WHATS_NEXT,
} from '../../texts/orders.ts'
import { Fact, LongId } from './order-parts.tsx'
import type { OrderAccess, ShownOrder } from './order-queries.ts'
import {
  deliveryTone,
  hasEstimatedDelivery,
  isPaymentOpen,
  isWaitingForPerson,
  orderTone,
  StatusBadge,
  TransactionId,
} from './order-status.tsx'
import { WithOrder } from './with-order.tsx'

const SPRINKLES = [
  'top-2 left-[22%] rotate-12 bg-raspberry delay-100',
  'top-10 left-[12%] -rotate-45 bg-[#c9b6e4] delay-300',
  'top-20 left-[26%] rotate-90 bg-butter delay-200',
  'top-4 right-[20%] -rotate-12 bg-[#f7a8bd] delay-200',
  'top-14 right-[12%] rotate-45 bg-raspberry delay-100',
  'top-24 right-[27%] rotate-[70deg] bg-white delay-300',
]

/** On a phone, this many pictures fit side by side. */
const PICTURES_MAX = 5

export type OrderSuccessProps = {
  /** Null when the address of the page names no order. */
  access: OrderAccess | null
  /** Lets a guest add the order to an account. */
  claim?: ReactNode
}

export function OrderSuccess({ access, claim }: OrderSuccessProps) {
  const isGuest = access !== null && 'token' in access
  return (
    <WithOrder access={access}>
      {(order) => {
        const path = isGuest ? orderLinkPath(access.token) : orderPath(order.purchaseId)
        if (isExplainedOnOrderPage(order)) return <GoToOrder path={path} />
        return (
          <PlacedOrder order={order} nextSteps={isGuest ? GUEST_NEXT_STEPS : NEXT_STEPS} claim={claim}>
            {isGuest ? null : <LinkButton to="/purchase-history">{VIEW_PURCHASE_HISTORY}</LinkButton>}
            <LinkButton to={path} look={isGuest ? 'solid' : 'outline'}>
              {VIEW_ORDER}
            </LinkButton>
            <LinkButton to="/" look="outline">
              {CONTINUE_SHOPPING}
            </LinkButton>
          </PlacedOrder>
        )
      }}
    </WithOrder>
  )
}

/**
 * Whether the order has to be paid or confirmed, or was cancelled. The order's own page explains
 * these cases.
 */
function isExplainedOnOrderPage(order: ShownOrder) {
  return order.orderStatus === 'CANCELLED' || isWaitingForPerson(order)
}

function GoToOrder({ path }: { path: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(path, { replace: true }), [navigate, path])
  return null
}

type PlacedOrderProps = {
  order: ShownOrder
  nextSteps: readonly string[]
  claim: ReactNode
  /** The links below the order. */
  children: ReactNode
}

function PlacedOrder({ order, nextSteps, claim, children }: PlacedOrderProps) {
  const { purchaseId, orderStatus, deliveryStatus, estimatedDelivery, totalAmount } = order
  const isWaiting = isPaymentOpen(order)
  return (
    <div className="mx-auto max-w-5xl pt-2 pb-24 lg:pb-36">
      <div
        className={`relative overflow-hidden rounded-[1.75rem] px-6 pt-12 pb-24 text-center sm:rounded-[2.25rem] sm:pt-16 sm:pb-32 ${isWaiting ? 'bg-butter' : 'bg-mint'}`}
      >
        {isWaiting ? null : <div aria-hidden="true" className="sprinkled absolute inset-0 opacity-60" />}
        <div className="relative">
          {isWaiting ? null : <Celebration />}
          <h1 className="mt-6 font-display text-[2.5rem] leading-[1.05] font-semibold tracking-tight text-balance outline-none sm:text-6xl">
            {isWaiting ? WAITING_FOR_BANK : ORDER_PLACED}
          </h1>
          {isWaiting ? null : <p className="mt-3 text-xl">{THANK_YOU}</p>}
        </div>
      </div>
      <div className="relative mx-auto -mt-14 max-w-2xl px-3 sm:-mt-20">
        <Receipt>
          <output className="block font-medium text-balance not-empty:mb-4">
            {isWaiting ? PAYMENT_PENDING : null}
          </output>
          <ul aria-label="Items" className="mb-4 flex justify-center -space-x-6 sm:-space-x-4">
            {order.items.slice(0, PICTURES_MAX).map(({ name, imageUrl }, index) => (
              // The index is a stable key, because the list never changes. Names may repeat.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>
                <Picture
                  src={imageUrl || FALLBACK_PICTURE_URL}
                  srcSet={pictureSrcSet(imageUrl, 192)}
                  sizes="80px"
                  alt={name}
                  width={80}
                  height={80}
                  fallbackSrc={FALLBACK_PICTURE_URL}
                  className="size-16 rounded-full border-4 border-white bg-paper-deep object-cover sm:size-20"
                />
              </li>
            ))}
          </ul>
          <dl className="divide-y divide-line">
            <Fact name="Order ID">
              <LongId>{purchaseId}</LongId>
            </Fact>
            <Fact name="Transaction ID">
              <TransactionId order={order} />
            </Fact>
            <Fact name="Order Status">
              <StatusBadge status={orderStatus} tone={orderTone(orderStatus)} />
            </Fact>
            <Fact name="Delivery Status">
              <StatusBadge status={deliveryStatus} tone={deliveryTone(deliveryStatus)} />
            </Fact>
            {hasEstimatedDelivery(order) ? (
              <Fact name="Estimated Delivery">{formatLongDate(estimatedDelivery)}</Fact>
            ) : null}
            <Fact name="Total Amount">
              <span className="font-display text-3xl tabular-nums">
                {formatRupees(rupeesToPaise(totalAmount))}
              </span>
            </Fact>
          </dl>
        </Receipt>
        <section aria-labelledby="next" className="mt-10 px-2 sm:px-8">
          <h2 id="next" className="font-display text-2xl font-semibold tracking-tight">
            {WHATS_NEXT}
          </h2>
          <ul className="mt-3 list-disc space-y-1.5 pl-5 marker:text-raspberry">
            {(isWaiting ? WAITING_NEXT_STEPS : nextSteps).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
          <div className="mt-8 grid gap-3 sm:flex">{children}</div>
        </section>
        {claim ? <div className="mt-10">{claim}</div> : null}
      </div>
    </div>
  )
}

/** A rosette and falling sprinkles. They do not move for shoppers who prefer reduced motion. */
function Celebration() {
  return (
    <div aria-hidden="true" className="relative mx-auto max-w-md">
      {SPRINKLES.map((look) => (
        <span
          key={look}
          className={`absolute h-2 w-5 rounded-full duration-1000 ease-settle motion-safe:transition-all motion-safe:starting:-translate-y-16 motion-safe:starting:rotate-180 motion-safe:starting:opacity-0 ${look}`}
        />
      ))}
      <svg
        viewBox="-60 -60 120 120"
        className="mx-auto size-28 duration-700 ease-settle motion-safe:transition-transform motion-safe:starting:scale-50 motion-safe:starting:-rotate-90 sm:size-32"
      >
        {Array.from({ length: 12 }, (_, lobe) => (
          <circle key={lobe} r="13" cx="40" transform={`rotate(${lobe * 30})`} className="fill-pistachio" />
        ))}
        <circle r="42" className="fill-pistachio" />
        <path
          className="fill-none stroke-paper"
          strokeWidth="9"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="m-18 2 12 12 24-26"
        />
      </svg>
    </div>
  )
}
