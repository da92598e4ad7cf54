import { formatLongDateTime } from '@nashta/contracts/dates'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import { orderNumber, orderPath } from '@nashta/contracts/orders/order-texts'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { LinkButton } from '@nashta/ui/button'
import { PAY_NOW, VIEW_ORDER } from '../../texts/orders.ts'
import { CancelOrder } from './cancel-order.tsx'
import { DeliveryTimeline } from './delivery-timeline.tsx'
import { OrderItems } from './order-items.tsx'
import { AddressLines, Fact, isReduced, MoneyFacts } from './order-parts.tsx'
import { EstimatedDelivery, isPaymentOpen, OrderStatuses, TransactionId } from './order-status.tsx'
import { Refunds } from './order-timeline.tsx'
import { type AddToCart, ReorderButton } from './reorder-button.tsx'

export type OrderCardProps = { userId: string; order: Purchase; addToCart: AddToCart }

export function OrderCard({ userId, order, addToCart }: OrderCardProps) {
  const {
    purchaseId,
    purchaseDate,
    orderStatus,
    deliveryStatus,
    items,
    refunds = [],
    totalItems,
    totalAmount,
    money,
  } = order
  const title = `Order #${orderNumber(purchaseId)}`
  const hasChanged = isReduced(order)
  const canPayNow = order.payment?.state === 'waiting'
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
        <OrderStatuses order={order} />
      </header>
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 px-5 py-6 sm:px-8 sm:py-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,23rem)]">
        <div className="space-y-8">
          {orderStatus === 'CANCELLED' || isPaymentOpen(order) ? null : (
            <div>
              <DeliveryTimeline status={deliveryStatus} />
              <EstimatedDelivery order={order} />
            </div>
          )}
          <OrderItems order={order} />
          <div className="flex flex-wrap gap-3">
            <LinkButton to={orderPath(purchaseId)} look={canPayNow ? 'solid' : 'outline'}>
              {canPayNow ? PAY_NOW : VIEW_ORDER}
              <span className="sr-only">: {title}</span>
            </LinkButton>
            <ReorderButton orderTitle={title} items={items} addToCart={addToCart} />
            <CancelOrder access={{ userId, orderId: purchaseId }} order={order} />
          </div>
        </div>
        <div>
          <dl className="divide-y divide-line">
            <Fact name="Payment Method">{order.paymentDetails.method.toUpperCase()}</Fact>
            <Fact name="Transaction ID">
              <TransactionId order={order} />
            </Fact>
            <Fact name={hasChanged ? 'Items Ordered' : 'Total Items'}>{totalItems}</Fact>
            <Fact name={hasChanged ? 'Total as Ordered' : 'Total Amount'}>
              <span className="font-display text-2xl tabular-nums">
                {formatRupees(rupeesToPaise(totalAmount))}
              </span>
            </Fact>
            {money ? <MoneyFacts money={money} /> : null}
          </dl>
          {refunds.length > 0 ? (
            <section className="mt-4 rounded-3xl bg-paper px-5 py-4">
              <h3 className="font-semibold">{refunds.length === 1 ? 'Refund' : 'Refunds'}</h3>
              <Refunds refunds={refunds} />
            </section>
          ) : null}
          <section className="mt-4 rounded-3xl bg-paper px-5 py-4">
            <h3 className="font-semibold">Shipping Address</h3>
            <AddressLines address={order.shippingAddress} />
          </section>
        </div>
      </div>
    </article>
  )
}
