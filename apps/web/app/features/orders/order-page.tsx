import { formatLongDateTime } from '@nashta/contracts/dates'
import { asPaise, formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import { listDetails } from '@nashta/contracts/orders/order-details'
import { feeAndDiscounts } from '@nashta/contracts/orders/order-sums'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { DEMO_SHOP_NOTICE } from '@nashta/contracts/shop/shop-texts'
import { Button } from '@nashta/ui/button'
import { Icon } from '@nashta/ui/icon'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { ShopIdentity } from '../../data/shop/read-shop.ts'
import { PURCHASE_HISTORY, PUSH_TITLE } from '../../texts/orders.ts'
import { CancelOrder } from './cancel-order.tsx'
import { DeliveryTimeline } from './delivery-timeline.tsx'
import { EditNotice } from './edit-notice.tsx'
import { OrderHelp } from './help/order-help.tsx'
import { OrderBills } from './order-bills.tsx'
import { OrderItems } from './order-items.tsx'
import { AddressLines, Fact, isReduced, MoneyFacts } from './order-parts.tsx'
import type { OrderAccess, ShownOrder } from './order-queries.ts'
import {
  EstimatedDelivery,
  hasEstimatedDelivery,
  isPaymentOpen,
  OrderStatuses,
  paymentLabel,
  TransactionId,
} from './order-status.tsx'
import { OrderTimeline, ParcelLine, Refunds } from './order-timeline.tsx'
import { PaymentPanel } from './payment/payment-panel.tsx'
import { type PayForm, RestPanel } from './payment/rest-panel.tsx'
import { RenewOrderLink } from './renew-order-link.tsx'
import { type AddToCart, ReorderButton } from './reorder-button.tsx'
import { sharesBill, SharedBill } from './shared-bill.tsx'
import { WithOrder } from './with-order.tsx'

export type OrderPageProps = {
  access: OrderAccess
  /** The query parameter `payment`, which the address has after a visit to the provider's page. */
  providerResult: string | null
  /** Null when the shop's record could not be loaded. */
  shop: ShopIdentity | null
  addToCart: AddToCart
  /** Lets the holder of the order's link add the order to an account. */
  claim?: ReactNode
  /** The ways to pay what is left to pay. */
  PayForm: PayForm
  /** The switch for push messages. */
  push: ReactNode
}

/** Everything about one order. On paper, a confirmed order is a receipt. */
export function OrderPage(props: OrderPageProps) {
  return <WithOrder access={props.access}>{(order) => <OrderView {...props} order={order} />}</WithOrder>
}

type OrderViewProps = OrderPageProps & { order: ShownOrder }

function OrderView({ access, order, providerResult, shop, addToCart, claim, PayForm, push }: OrderViewProps) {
  const { purchaseId, purchaseDate, orderStatus, deliveryStatus, items, refunds = [], timeline = [] } = order
  const title = `Order #${orderNumber(purchaseId)}`
  const isConfirmed = orderStatus !== 'CANCELLED' && !isPaymentOpen(order)
  return (
    <div className="pt-6 pb-24 lg:pt-10 lg:pb-36 print:p-0">
      {'userId' in access ? (
        <Link
          to="/purchase-history"
          className="inline-flex min-h-11 items-center gap-1 font-medium text-ink-soft underline-offset-4 hover:underline print:hidden"
        >
          <Icon name="left" className="size-5" />
          {PURCHASE_HISTORY}
        </Link>
      ) : null}
      {shop ? <PrintedSeller shop={shop} /> : null}
      <header className="mt-3 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="font-display text-5xl leading-none font-semibold tracking-tight text-balance outline-none lg:text-6xl print:text-3xl">
            {isConfirmed ? <span className="hidden print:inline">Receipt for </span> : null}
            {title}
          </h1>
          <p className="mt-3 text-lg text-ink-soft">Placed on {formatLongDateTime(purchaseDate)}</p>
        </div>
        <OrderStatuses order={order} />
      </header>
      {/* Screen readers announce a payment that changes while the page is open. */}
      <output className="sr-only">{order.payment ? paymentLabel(order, order.payment.state) : null}</output>
      <div className="mt-8 grid grid-cols-1 items-start gap-x-10 gap-y-8 lg:mt-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,25rem)] print:mt-4 print:block print:space-y-4">
        <div className="space-y-8">
          <PaymentPanel access={access} order={order} providerResult={providerResult} />
          {order.owed ? (
            <RestPanel
              access={access}
              order={order}
              owed={order.owed}
              providerResult={providerResult}
              PayForm={PayForm}
            />
          ) : null}
          {'mayClaim' in order && order.mayClaim ? claim : null}
          <Replacements access={access} order={order} />
          {order.edits ? (
            <Section title="What we have changed">
              <EditNotice access={access} order={order} edits={order.edits} />
            </Section>
          ) : null}
          {isConfirmed ? (
            <Section title="Delivery" isPrinted={hasEstimatedDelivery(order)}>
              <div className="mt-5 print:hidden">
                <DeliveryTimeline status={deliveryStatus} />
              </div>
              <EstimatedDelivery order={order} />
              {order.parcels ? (
                <ul aria-label="Parcels" className="mt-4 space-y-2">
                  {order.parcels.map((parcel) => (
                    <li key={parcel.parcelId}>
                      <ParcelLine parcel={parcel} />
                    </li>
                  ))}
                </ul>
              ) : null}
            </Section>
          ) : null}
          <Section title="What you ordered">
            <div className="mt-4">
              <OrderItems
                order={order}
                {...(orderStatus === 'DELIVERED' && {
                  rating: { token: 'token' in access ? access.token : undefined },
                })}
              />
            </div>
            <Sums order={order} />
          </Section>
          <div className="flex flex-wrap gap-3 print:hidden">
            {isConfirmed ? (
              <Button look="outline" onClick={() => window.print()}>
                Print receipt
              </Button>
            ) : null}
            {isPaymentOpen(order) ? null : (
              <ReorderButton orderTitle={title} items={items} addToCart={addToCart} />
            )}
            <CancelOrder access={access} order={order} />
          </div>
        </div>
        <div className="space-y-8 print:space-y-4">
          <Section title="Payment">
            <PaymentFacts order={order} />
          </Section>
          {refunds.length > 0 ? (
            <Section title={refunds.length === 1 ? 'Refund' : 'Refunds'}>
              <Refunds refunds={refunds} />
            </Section>
          ) : null}
          {order.bills ? (
            <Section title={order.bills.length === 1 ? 'Bill' : 'Bills'} isPrinted={false}>
              <OrderBills access={access} bills={order.bills} />
            </Section>
          ) : isConfirmed && sharesBill(order, shop) ? (
            <Section title="Bill" isPrinted={false}>
              <SharedBill access={access} order={order} />
            </Section>
          ) : null}
          {'shippingAddress' in order ? (
            <Section title="Shipping Address">
              <AddressLines address={order.shippingAddress} />
              <Details order={order} />
            </Section>
          ) : (
            <Section title="Delivery to">
              <p className="mt-1 text-ink-soft">
                {order.deliverTo.city} - {order.deliverTo.pincode}
              </p>
            </Section>
          )}
          <Section title={PUSH_TITLE} isPrinted={false}>
            <div className="mt-4">{push}</div>
          </Section>
          {timeline.length > 0 ? (
            <Section title="What happened" isPrinted={false}>
              <OrderTimeline events={timeline} parcels={order.parcels} edits={order.edits} />
            </Section>
          ) : null}
          <Help access={access} shop={shop} number={orderNumber(purchaseId)} />
          {'userId' in access ? (
            <Section title="Link to this order" isPrinted={false}>
              <RenewOrderLink orderId={purchaseId} />
            </Section>
          ) : null}
        </div>
      </div>
    </div>
  )
}

/** What the shopper added at checkout. The link of an order does not show it. */
function Details({ order }: { order: Purchase }) {
  const details = listDetails(order.details)
  if (details.length === 0) return null
  return (
    <dl className="mt-4 space-y-3">
      {details.map(({ name, label, text }) => (
        <div key={name}>
          <dt className="font-semibold">{label}</dt>
          <dd className="break-words whitespace-pre-line text-ink-soft">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

type SectionProps = { title: string; isPrinted?: boolean; children: ReactNode }

function Section({ title, isPrinted = true, children }: SectionProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className={`rounded-[1.75rem] border-[1.5px] border-line bg-white px-5 py-6 sm:px-8 print:rounded-none print:border-0 print:p-0 ${isPrinted ? '' : 'print:hidden'}`}
    >
      <h2 id={titleId} className="font-display text-2xl font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The subtotal, the shipping fee, the discounts and the total, and what was paid, refunded and remains. */
function Sums({ order }: { order: ShownOrder }) {
  const { items, totalAmount, money } = order
  const { shippingPaise, discounts } = feeAndDiscounts(order)
  const asOrdered = isReduced(order)
  const subtotal = items.reduce((sum, { price, quantity }) => sum + rupeesToPaise(price) * quantity, 0)
  return (
    <dl className="border-t-2 border-dashed border-line pt-2">
      <Fact name={asOrdered ? 'Subtotal as Ordered' : 'Subtotal'}>{formatRupees(asPaise(subtotal))}</Fact>
      <Fact name="Shipping">{shippingPaise > 0 ? formatRupees(shippingPaise) : 'FREE'}</Fact>
      {discounts.map(({ label, paise }) => (
        <Fact key={label} name={label}>
          <span className="tabular-nums text-pistachio">−{formatRupees(paise)}</span>
        </Fact>
      ))}
      <Fact name={asOrdered ? 'Total as Ordered' : 'Total Amount'}>
        <span className="font-display text-3xl tabular-nums">{formatRupees(rupeesToPaise(totalAmount))}</span>
      </Fact>
      {money ? <MoneyFacts money={money} /> : null}
      <div className="text-[0.9375rem] text-ink-soft">
        <dt className="sr-only">Taxes</dt>
        <dd>All prices include taxes.</dd>
      </div>
    </dl>
  )
}

/** The order that this one replaces, and those that replace units of it. */
function Replacements({ access, order }: { access: OrderAccess; order: ShownOrder }) {
  const { replaces, replacements = [] } = order
  if (replaces === undefined && replacements.length === 0) return null
  return (
    <Section title={replaces === undefined ? 'We send it once more' : 'Your replacement'}>
      {replaces === undefined ? null : (
        <p className="mt-3">
          It replaces <OtherOrder access={access} id={replaces} />, and you pay nothing.
        </p>
      )}
      {replacements.map(({ purchaseId }) => (
        <p key={purchaseId} className="mt-3">
          <OtherOrder access={access} id={purchaseId} /> replaces what was not as it should be. You pay
          nothing for it.
        </p>
      ))}
    </Section>
  )
}

/** A link of an order does not open another order. */
function OtherOrder({ access, id }: { access: OrderAccess; id: string }) {
  const text = `order #${orderNumber(id)}`
  if (!('userId' in access)) return text
  return (
    <Link
      to={`/purchase-history/${encodeURIComponent(id)}`}
      className="font-semibold underline underline-offset-4 hover:text-raspberry-deep"
    >
      {text}
    </Link>
  )
}

function PaymentFacts({ order }: { order: ShownOrder }) {
  if (order.replaces !== undefined)
    return (
      <dl className="mt-2">
        <Fact name="Status">Nothing to pay</Fact>
      </dl>
    )
  const { payment, paymentDetails, transactionId } = order
  const hasStatusRow = payment !== undefined
  // Without a transaction id, `TransactionId` shows the same text as the row "Status".
  const isStatusRepeated = hasStatusRow && !transactionId
  return (
    <dl className="mt-2 divide-y divide-line">
      <Fact name="Payment Method">{paymentDetails.method.toUpperCase()}</Fact>
      {payment ? <Fact name="Status">{paymentLabel(order, payment.state)}</Fact> : null}
      {isStatusRepeated ? null : (
        <Fact name="Transaction ID">
          <TransactionId order={order} />
        </Fact>
      )}
    </dl>
  )
}

type HelpProps = { access: OrderAccess; shop: ShopIdentity | null; number: string }

function Help({ access, shop, number }: HelpProps) {
  return (
    <Section title="Something wrong?" isPrinted={false}>
      <OrderHelp access={access} />
      <p className="mt-5 text-pretty">
        <Link
          to={`/grievance?order=${encodeURIComponent(number)}`}
          className="font-semibold underline underline-offset-4 hover:text-raspberry-deep"
        >
          Tell us about this order
        </Link>
        {shop ? (
          <>
            , or call{' '}
            <a href={`tel:${shop.phone}`} className="font-semibold underline underline-offset-4">
              {shop.phone}
            </a>
          </>
        ) : null}
        .
      </p>
    </Section>
  )
}

/** The seller and the licence, on paper only. On the screen, the footer shows them. */
function PrintedSeller({ shop }: { shop: ShopIdentity }) {
  const { tradeName, legalName, address, phone, email, fssai, gstin, isDemo } = shop
  return (
    <div className="mb-6 hidden print:block">
      <p className="font-display text-2xl font-bold">{tradeName}</p>
      <p>{legalName}</p>
      <p>{address}</p>
      <p>
        {phone} · {email}
      </p>
      <p>
        FSSAI licence {fssai}
        {gstin ? ` · GSTIN ${gstin}` : null}
      </p>
      {isDemo ? <p className="font-semibold">{DEMO_SHOP_NOTICE}</p> : null}
    </div>
  )
}
