import { formatLongDate, formatLongDateTime } from '@nashta/contracts/dates'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import { WAITING_FOR_BANK } from '../../texts/orders.ts'
import { DeliveryTimeline } from './delivery-timeline.tsx'
import { OrderItems } from './order-items.tsx'
import { Fact, LongId } from './order-layout.tsx'
import { deliveryTone, orderTone, isAwaitingDelivery, StatusBadge } from './order-status.tsx'
import { type AddToCart, ReorderButton } from './reorder-button.tsx'

export type OrderCardProps = { order: Purchase; addToCart: AddToCart }

export function OrderCard({ order, addToCart }: OrderCardProps) {
  const { purchaseId, purchaseDate, orderStatus, deliveryStatus, items, totalItems, totalAmount } = order
  const title = `Order #${orderNumber(purchaseId)}`
  const titleId = `order-${purchaseId}`
  return (
    <article
      aria-labelledby={titleId}
      className="overflow-hidden rounded-[1.75rem] border-[1.5px] border-line bg-white"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 bg-paper-deep px-5 py-5 sm:px-8">
        <div>
          <h2 id={titleId} className="font-display text-2xl font-semibold tracking-tight">
            {title}
          </h2>
          <p className="mt-0.5 text-ink-soft">Placed on {formatLongDateTime(purchaseDate)}</p>
        </div>
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          <div className="flex items-center gap-2">
            <dt className="text-ink-soft">Order</dt>
            <dd>
              <StatusBadge status={orderStatus} tone={orderTone(orderStatus)} />
            </dd>
          </div>
          <div className="flex items-center gap-2">
            <dt className="text-ink-soft">Delivery</dt>
            <dd>
              <StatusBadge status={deliveryStatus} tone={deliveryTone(deliveryStatus)} />
            </dd>
          </div>
        </dl>
      </header>
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 px-5 py-6 sm:px-8 sm:py-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,23rem)]">
        <div className="space-y-8">
          {orderStatus === 'CANCELLED' ? null : <DeliveryTimeline status={deliveryStatus} />}
          <OrderItems items={items} />
          <ReorderButton orderTitle={title} items={items} addToCart={addToCart} />
        </div>
        <div>
          <dl className="divide-y divide-line">
            <Fact name="Payment Method">{order.paymentDetails.method.toUpperCase()}</Fact>
            <Fact name="Transaction ID">
              {order.transactionId ? <LongId>{order.transactionId}</LongId> : WAITING_FOR_BANK}
            </Fact>
            {isAwaitingDelivery(order) ? (
              <Fact name="Estimated Delivery">{formatLongDate(order.estimatedDelivery)}</Fact>
            ) : null}
            <Fact name="Total Items">{totalItems}</Fact>
            <Fact name="Total Amount">
              <span className="font-display text-2xl tabular-nums">
                {formatRupees(rupeesToPaise(totalAmount))}
              </span>
            </Fact>
          </dl>
          <ShippingAddressSection address={order.shippingAddress} />
        </div>
      </div>
    </article>
  )
}

function ShippingAddressSection({ address }: { address: ShippingAddress }) {
  const { fullName, addressLine1, addressLine2, city, state, pincode, phoneNumber } = address
  return (
    <section className="mt-4 rounded-3xl bg-paper px-5 py-4">
      <h3 className="font-semibold">Shipping Address</h3>
      <address className="mt-1 leading-relaxed break-words text-ink-soft not-italic">
        {fullName}
        <br />
        {addressLine1}
        <br />
        {addressLine2 ? (
          <>
            {addressLine2}
            <br />
          </>
        ) : null}
        {city}, {state} - {pincode}
        <br />
        Phone: {phoneNumber}
      </address>
    </section>
  )
}
