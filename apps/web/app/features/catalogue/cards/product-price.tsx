import type { Product } from '@nashta/contracts/catalogue/product'
import { netQuantityText, unitPrice } from '@nashta/contracts/catalogue/unit-price'
import { asPaise, formatRupees, rupeesToPaise } from '@nashta/contracts/money'

type Priced = Pick<Product, 'price' | 'mrp' | 'netQuantity'>

/**
 * The price, the MRP, the unit price and the net quantity. An MRP above the price is struck through,
 * with the saving.
 */
export function ProductPrice({ price, mrp, netQuantity }: Priced) {
  const paise = rupeesToPaise(price)
  const mrpPaise = mrp === undefined ? paise : rupeesToPaise(mrp)
  // By law an MRP includes all taxes. Without an MRP, nothing is known about them.
  const taxNote = mrp === undefined ? null : 'incl. of all taxes'
  const perUnit = netQuantity ? unitPrice(paise, netQuantity) : null
  return (
    <div>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <p className="text-3xl font-semibold tabular-nums">{formatRupees(paise)}</p>
        {mrp !== undefined && mrpPaise === paise ? (
          <p className="text-lg text-ink-soft tabular-nums">MRP {formatRupees(mrpPaise)}</p>
        ) : null}
        {mrpPaise > paise ? (
          <p className="text-lg text-ink-soft tabular-nums">
            MRP <s>{formatRupees(mrpPaise)}</s>{' '}
            <strong className="font-semibold text-pistachio">{savingText(paise, mrpPaise)}</strong>
          </p>
        ) : null}
      </div>
      <p className="mt-1 text-[0.9375rem] text-ink-soft">
        {[netQuantity && netQuantityText(netQuantity), perUnit, taxNote].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}

function savingText(paise: number, mrpPaise: number) {
  const saved = mrpPaise - paise
  // Rounded down, so that the page promises no more than it gives.
  const percent = Math.floor((saved * 100) / mrpPaise)
  const amountText = `You save ${formatRupees(asPaise(saved))}`
  return percent === 0 ? amountText : `${amountText} (${percent}%)`
}
