import type { CartProduct } from '@nashta/contracts/cart/cart-rules'
import { lineName } from '@nashta/contracts/catalogue/line-name'
import { useRef } from 'react'
import { addToCartLabel, decreaseLabel, increaseLabel } from './cart-labels.ts'
import { useCartAccess, useQuantityInCart } from './cart-provider.tsx'

export type QuickAddProps = { product: CartProduct & { stock?: number | undefined } }

/**
 * The buttons on a product card. Until the cart is known, it is shown as empty: a press on + adds one
 * more in any case. The looks are in product-card.css, because pages have many of these buttons.
 */
export function QuickAdd({ product }: QuickAddProps) {
  const { products_id: id, stock } = product
  const name = lineName(product)
  const { loadEngine } = useCartAccess()
  const quantity = useQuantityInCart(id) ?? 0
  const plus = useRef<HTMLButtonElement>(null)
  // A sold-out product has buttons only while the cart holds some of it.
  if (stock === 0 && quantity === 0) return null

  function decrease() {
    // The − button is about to disappear, so focus moves to +.
    if (quantity === 1) plus.current?.focus()
    void loadEngine().then((cart) => cart.decrease(id))
  }

  return (
    <div className="quick-add">
      {quantity > 0 ? (
        <>
          <button type="button" className="step" aria-label={decreaseLabel(name)} onClick={decrease} />
          {/* An output element, because screen readers announce its changes. */}
          <output>{quantity}</output>
        </>
      ) : null}
      <button
        ref={plus}
        type="button"
        className="step more"
        aria-label={quantity > 0 ? increaseLabel(name) : addToCartLabel(name)}
        onClick={() => void loadEngine().then((cart) => cart.add(product))}
      />
    </div>
  )
}
