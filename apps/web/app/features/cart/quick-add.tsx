import type { CartProduct } from '@nashta/contracts/cart/cart-rules'
import { lineName } from '@nashta/contracts/catalogue/line-name'
import { Icon } from '@nashta/ui/icon'
import { useRef } from 'react'
import { useCartAccess, useQuantityInCart } from './cart-provider.tsx'
import { addToCartLabel, decreaseLabel, increaseLabel } from './cart-texts.ts'
import { Quantity, StepButton } from './quantity-stepper.tsx'

export type QuickAddProps = { product: CartProduct & { stock?: number | undefined } }

/** The buttons on a product card. They appear once the cart is known. */
export function QuickAdd({ product }: QuickAddProps) {
  const { products_id: id, stock } = product
  const name = lineName(product)
  const { loadEngine } = useCartAccess()
  const quantity = useQuantityInCart(id)
  const plus = useRef<HTMLButtonElement>(null)
  // The quantity is null until the cart is known. A sold-out product has buttons only while the
  // cart holds some of it.
  if (quantity === null || (stock === 0 && quantity === 0)) return null

  function decrease() {
    // The − button is about to disappear, so focus moves to +.
    if (quantity === 1) plus.current?.focus()
    void loadEngine().then((cart) => cart.decrease(id))
  }

  return (
    <div className="flex items-center rounded-full bg-paper text-raspberry shadow-[0_2px_10px_rgb(58_32_25/0.16)]">
      {quantity > 0 ? (
        <>
          <StepButton label={decreaseLabel(name)} onPress={decrease}>
            <Icon name="minus" className="size-5" />
          </StepButton>
          <Quantity value={quantity} />
        </>
      ) : null}
      <StepButton
        ref={plus}
        label={quantity > 0 ? increaseLabel(name) : addToCartLabel(name)}
        onPress={() => void loadEngine().then((cart) => cart.add(product))}
      >
        <Icon name="plus" className="size-5" />
      </StepButton>
    </div>
  )
}

/** For the prop `renderAction` of a product grid. */
export function renderQuickAdd(product: QuickAddProps['product']) {
  return <QuickAdd product={product} />
}
