import type { CartItem } from '@nashta/contracts/cart/cart'
import { lineTotal } from '@nashta/contracts/cart/cart-rules'
import { FALLBACK_PICTURE_URL, pictureSrcSet } from '@nashta/contracts/catalogue/product-urls'
import { formatRupees } from '@nashta/contracts/money'
import { Receipt } from '@nashta/ui/layout'
import { Picture } from '@nashta/ui/picture'
import type { ReactNode } from 'react'
import { FREE_SHIPPING } from './checkout-texts.ts'
import type { OrderTotals } from './use-checkout.ts'

export type OrderSummaryProps = { lines: readonly CartItem[]; totals: OrderTotals }

export function OrderSummary({ lines, totals }: OrderSummaryProps) {
  const { subtotal, shippingFee, total } = totals
  return (
    <section aria-labelledby="order-summary">
      <Receipt>
        <h2 id="order-summary" className="font-display text-2xl font-semibold tracking-tight">
          Order Summary
        </h2>
        <ul className="mt-5 divide-y divide-line">
          {lines.map((line) => (
            <SummaryLine key={line.productId} line={line} />
          ))}
        </ul>
        <dl className="mt-4 space-y-2 border-t-2 border-dashed border-line pt-5">
          <Amount label="Subtotal">{formatRupees(subtotal)}</Amount>
          <Amount label="Shipping">
            {shippingFee > 0 ? (
              formatRupees(shippingFee)
            ) : (
              <span className="font-bold text-pistachio">{FREE_SHIPPING}</span>
            )}
          </Amount>
          <div className="flex items-baseline justify-between pt-3">
            <dt className="font-display text-xl font-semibold">Total</dt>
            <dd className="font-display text-3xl font-semibold tabular-nums">{formatRupees(total)}</dd>
          </div>
        </dl>
      </Receipt>
    </section>
  )
}

function SummaryLine({ line }: { line: CartItem }) {
  const { name, quantity, imageUrl, unavailable } = line
  return (
    <li className="flex items-center gap-4 py-3">
      <Picture
        src={imageUrl || FALLBACK_PICTURE_URL}
        srcSet={pictureSrcSet(imageUrl, 192)}
        sizes="72px"
        alt=""
        width={72}
        height={72}
        fallbackSrc={FALLBACK_PICTURE_URL}
        className="size-18 shrink-0 rounded-2xl bg-paper-deep object-cover"
      />
      <div className="min-w-0 grow">
        <p className="font-display text-lg leading-tight font-semibold text-pretty">{name}</p>
        <p className="mt-0.5 text-[0.9375rem] text-ink-soft">
          {unavailable ? 'No longer available' : `Qty: ${quantity}`}
        </p>
      </div>
      <p className="font-semibold tabular-nums">{formatRupees(lineTotal(line))}</p>
    </li>
  )
}

function Amount({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}
