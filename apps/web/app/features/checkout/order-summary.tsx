import type { CartItem } from '@nashta/contracts/cart/cart'
import { lineTotal } from '@nashta/contracts/cart/cart-rules'
import { FALLBACK_PICTURE_URL, pictureSrcSet } from '@nashta/contracts/catalogue/product-urls'
import { formatRupees } from '@nashta/contracts/money'
import { Icon } from '@nashta/ui/icon'
import { Receipt } from '@nashta/ui/layout'
import { Picture } from '@nashta/ui/picture'
import { type ComponentType, type ReactNode, useId, useState } from 'react'
import type { CartPrice } from '../../data/shop/price-cart.ts'
import { includesTax } from '../../texts/tax.ts'
import { FREE_SHIPPING } from './checkout-texts.ts'

export type OrderSummaryProps = {
  lines: readonly CartItem[]
  totals: CartPrice
  /** When the order arrives and what the delivery costs; null while this is not known. */
  deliveryPromise: string | null
  editCartButton: ReactNode
  /** The offer code of the cart, or a field to enter one. */
  CodeField: ComponentType<{ reason: string | null }>
}

/** On small screens, the summary is one line with the total until the shopper opens it. */
export function OrderSummary(props: OrderSummaryProps) {
  const { lines, totals, deliveryPromise, editCartButton, CodeField } = props
  const { totalItems, total, codeReason } = totals
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  return (
    <section aria-label="Order Summary">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-14 w-full items-center gap-3 rounded-2xl bg-paper-deep px-5 text-left lg:hidden"
      >
        <span className="grow font-semibold">
          Order summary{' '}
          <span className="font-normal text-ink-soft">
            ({totalItems} {totalItems === 1 ? 'item' : 'items'})
          </span>
        </span>
        <span className="font-display text-xl font-semibold tabular-nums">{formatRupees(total)}</span>
        <Icon name="right" className={`size-5 text-ink-soft ${isOpen ? '-rotate-90' : 'rotate-90'}`} />
      </button>
      <div id={detailsId} className={isOpen ? 'max-lg:mt-4' : 'max-lg:hidden'}>
        <SummaryDetails
          lines={lines}
          totals={totals}
          deliveryPromise={deliveryPromise}
          editCartButton={editCartButton}
        />
      </div>
      <div className="mt-2 px-5 lg:mt-4 lg:px-8">
        <CodeField reason={codeReason} />
      </div>
    </section>
  )
}

type SummaryDetailsProps = Omit<OrderSummaryProps, 'CodeField'>

function SummaryDetails({ lines, totals, deliveryPromise, editCartButton }: SummaryDetailsProps) {
  const { subtotal, shippingFee, discounts, total, tax, hints } = totals
  return (
    <Receipt>
      <div className="flex items-center justify-between gap-4">
        <h2 className="font-display text-2xl font-semibold tracking-tight">Order Summary</h2>
        {editCartButton}
      </div>
      <ul className="mt-3 divide-y divide-line">
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
        {discounts.map(({ label, paise }) => (
          <Amount key={label} label={label}>
            <span className="text-pistachio">−{formatRupees(paise)}</span>
          </Amount>
        ))}
        <div className="flex items-baseline justify-between pt-3">
          <dt className="font-display text-xl font-semibold">Total</dt>
          <dd className="font-display text-3xl font-semibold tabular-nums">{formatRupees(total)}</dd>
        </div>
      </dl>
      {tax === null ? null : <p className="text-sm text-ink-soft">{includesTax(tax)}</p>}
      {hints.map((hint) => (
        <p key={hint} className="mt-2 text-[0.9375rem] text-pretty text-ink-soft">
          {hint}
        </p>
      ))}
      <output className="mt-3 block min-h-6 text-[0.9375rem] text-ink-soft text-pretty">
        {deliveryPromise}
      </output>
    </Receipt>
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
    <div className="flex justify-between gap-x-4">
      <dt className="min-w-0 text-ink-soft wrap-anywhere">{label}</dt>
      <dd className="font-semibold whitespace-nowrap tabular-nums">{children}</dd>
    </div>
  )
}
