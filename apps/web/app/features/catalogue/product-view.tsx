import type { Product } from '@nashta/contracts/catalogue/product'
import { formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import { Breadcrumb } from '@nashta/ui/breadcrumb'
import type { ReactNode } from 'react'
import { FREE_SHIPPING_NOTE, SECURE_PAYMENT_NOTE } from '../../texts/product-page.ts'
import { ProductGallery } from './product-gallery.tsx'
import { StockNote } from './stock-note.tsx'

const HOME = [{ label: 'Home', to: '/' }]
const NOTES = [FREE_SHIPPING_NOTE, SECURE_PAYMENT_NOTE]

export type ProductViewProps = {
  product: Product
  /** The buttons that put it into the cart. */
  actions?: ReactNode
}

/** A product as it lies on the counter: to be looked at from the left, bought on the right. */
export function ProductView({ product, actions }: ProductViewProps) {
  const { name, price, description, stock } = product
  return (
    <div className="grid gap-x-12 gap-y-8 pt-4 md:grid-cols-2 lg:gap-x-20 lg:pt-6">
      <ProductGallery key={product.products_id} product={product} />
      <div className="md:sticky md:top-28 md:self-start lg:pt-4">
        <Breadcrumb parents={HOME} current={name} />
        <h1 className="mt-4 font-display text-[2.75rem] leading-[1.02] font-semibold tracking-tight text-balance lg:text-6xl">
          {name}
        </h1>
        <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2">
          <p className="text-3xl font-semibold tabular-nums">{formatRupees(rupeesToPaise(price))}</p>
          <StockNote stock={stock} />
        </div>
        <p className="mt-5 max-w-prose text-lg leading-relaxed whitespace-pre-line text-ink-soft text-pretty">
          {description}
        </p>
        {actions ? <div className="mt-8">{actions}</div> : null}
        <ul className="mt-8 space-y-3 border-t border-line pt-6">
          {NOTES.map((note) => (
            <li key={note} className="flex items-center gap-3">
              <Tick />
              {note}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function Tick() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 shrink-0">
      <circle cx="12" cy="12" r="12" className="fill-pistachio-tint" />
      <path
        className="fill-none stroke-pistachio"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m7 12.5 3.2 3.2L17 9"
      />
    </svg>
  )
}
