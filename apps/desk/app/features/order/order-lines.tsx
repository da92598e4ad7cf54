import { productPath } from '@nashta/contracts/catalogue/product-urls'
import { asPaise, formatRupees, rupeesToPaise } from '@nashta/contracts/money'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { formatAmount } from '../../data/formats.ts'
import { TEXT_LINK } from '../../ui/controls.tsx'

/** The ordered products, the delivery fee and the total. A packer gets orders without prices. */
export function OrderLines({ order: { lines, shippingFee = 0, totalAmount } }: { order: DeskOrder }) {
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
        {lines.map(({ productId, name, quantity, price, allergens }) => (
          <tr key={productId} className="border-b border-line align-top">
            <td className="py-2 pr-3 text-right font-semibold whitespace-nowrap">{quantity} ×</td>
            <td className="w-full py-2">
              <a href={productPath(productId)} className={TEXT_LINK}>
                {name}
              </a>
              {allergens && allergens.length > 0 ? (
                <span className="block text-sm text-ink-soft">Contains {allergens.join(', ')}</span>
              ) : null}
            </td>
            <td className="py-2 pl-3 text-right">
              {price === undefined ? null : formatRupees(asPaise(rupeesToPaise(price) * quantity))}
            </td>
          </tr>
        ))}
      </tbody>
      {totalAmount === undefined ? null : (
        <tfoot>
          <tr>
            <td colSpan={2} className="py-1 text-ink-soft">
              Delivery
            </td>
            <td className="py-1 text-right">{shippingFee > 0 ? formatAmount(shippingFee) : 'free'}</td>
          </tr>
          <tr className="font-semibold">
            <td colSpan={2} className="py-1">
              Total
            </td>
            <td className="py-1 text-right">{formatAmount(totalAmount)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
