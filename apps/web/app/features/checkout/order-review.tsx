import type { ShippingAddress } from '@nashta/contracts/orders/shipping-address'
import { addressText } from './last-address.tsx'

export type OrderReviewProps = { address: ShippingAddress; totalItems: number; total: string }

/** What is about to be bought, and where it goes. */
export function OrderReview({ address, totalItems, total }: OrderReviewProps) {
  return (
    <section aria-labelledby="order-review" className="rounded-3xl bg-paper-deep px-5 py-5 sm:px-6">
      <h3 id="order-review" className="font-display text-xl font-semibold">
        Before you pay
      </h3>
      <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        <dt className="font-semibold">Deliver to</dt>
        <dd className="text-pretty">
          {addressText(address)}, {address.phoneNumber}
        </dd>
        <dt className="font-semibold">Your order</dt>
        <dd>
          {totalItems} {totalItems === 1 ? 'item' : 'items'}, {total} in all
        </dd>
      </dl>
    </section>
  )
}
