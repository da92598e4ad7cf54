import { productPath } from '@nashta/contracts/catalogue/product-urls'
import { asPaise, formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { feeAndDiscounts } from '@nashta/contracts/orders/order-sums'
import { formatAmount } from '../../data/formats.ts'
import { TEXT_LINK } from '../../ui/controls.tsx'

/**
 * The ordered products with what was taken off them, the delivery fee, the total and its refunds. A
 * packer gets orders without prices.
 */
export function OrderLines({ order }: { order: DeskOrder }) {
  const { lines, totalAmount, money } = order
  const { shippingPaise, discounts } = feeAndDiscounts(order)
  return (
    <table className="w-full text-left">
      <thead className="sr-only">
        <tr>
          <th scope="col">Quantity</th>
          <th scope="col">Product</th>
          <th scope="col">Sum</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const { productId, name, quantity, price, allergens } = line
          return (
            <tr key={productId} className="border-b border-line align-top">
              <td className="py-2 pr-3 text-right font-semibold whitespace-nowrap">{quantity} ×</td>
              <td className="w-full py-2">
                <a href={productPath(productId)} className={TEXT_LINK}>
                  {name}
                </a>
                {allergens && allergens.length > 0 ? (
                  <span className="block text-sm text-ink-soft">Contains {allergens.join(', ')}</span>
                ) : null}
                {lineNotes(order, line).map((note) => (
                  <span key={note} className="block text-sm font-semibold">
                    {note}
                  </span>
                ))}
              </td>
              <td className="py-2 pl-3 text-right">
                {price === undefined ? null : formatRupees(asPaise(rupeesToPaise(price) * quantity))}
              </td>
            </tr>
          )
        })}
      </tbody>
      {totalAmount === undefined ? null : (
        <tfoot>
          <tr>
            <td colSpan={2} className="py-1 text-ink-soft">
              Delivery
            </td>
            <td className="py-1 text-right">{shippingPaise > 0 ? formatRupees(shippingPaise) : 'free'}</td>
          </tr>
          {discounts.map(({ label, paise }) => (
            <tr key={label}>
              <td colSpan={2} className="py-1 text-ink-soft">
                {label}
              </td>
              <td className="py-1 text-right">−{formatRupees(paise)}</td>
            </tr>
          ))}
          <tr className="font-semibold">
            <td colSpan={2} className="py-1">
              Total
            </td>
            <td className="py-1 text-right">{formatAmount(totalAmount)}</td>
          </tr>
          {money && money.refunded > 0 ? (
            <>
              <SumRow name="Paid" amount={money.paid} />
              <SumRow name="Refunded" amount={money.refunded} />
              <SumRow name="Remains" amount={money.remains} />
            </>
          ) : null}
        </tfoot>
      )}
    </table>
  )
}

function SumRow({ name, amount }: { name: string; amount: number }) {
  return (
    <tr>
      <td colSpan={2} className="py-1">
        {name}
      </td>
      <td className="py-1 text-right">{formatAmount(amount)}</td>
    </tr>
  )
}

/** What is different from the ordered quantity, for one line. */
function lineNotes({ hasLeftShop, orderStatus }: DeskOrder, line: DeskOrder['lines'][number]): string[] {
  const { quantity, toPack, expectedBack } = line
  const notes: string[] = []
  if (toPack < quantity && orderStatus !== 'CANCELLED')
    notes.push(hasLeftShop ? `${toPack} in the parcel` : `Pack ${toPack}, ${quantity - toPack} refunded`)
  if (expectedBack > 0) notes.push(`${expectedBack} on the way back`)
  return notes
}
