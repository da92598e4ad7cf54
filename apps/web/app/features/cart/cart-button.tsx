import { ICON_BUTTON } from '@nashta/ui/button'
import { Icon } from '@nashta/ui/icon'
import { openSheetProps } from '@nashta/ui/sheet'
import { itemsInCart, cartTitle } from './cart-texts.ts'
import { useCart } from './use-cart.ts'

export const CART_DRAWER_ID = 'cart-drawer'

const BADGE_MAX = 99

/** Opens the cart drawer. The count lies over the button, so that nothing moves. A new key restarts its animation. */
export function CartButton() {
  const { totalItems } = useCart()
  return (
    <>
      <button type="button" {...openSheetProps(CART_DRAWER_ID)} className={`${ICON_BUTTON} relative`}>
        <span className="sr-only">{cartTitle(totalItems)}</span>
        <Icon name="cart" />
        {totalItems > 0 ? (
          <span
            key={totalItems}
            aria-hidden="true"
            className="absolute top-0 right-0 min-w-5 rounded-full bg-raspberry px-1.5 text-center text-[0.6875rem] leading-5 font-bold text-white tabular-nums transition-transform duration-300 ease-settle motion-safe:starting:scale-50"
          >
            {totalItems > BADGE_MAX ? `${BADGE_MAX}+` : totalItems}
          </span>
        ) : null}
      </button>
      <output className="sr-only">{totalItems > 0 ? itemsInCart(totalItems) : null}</output>
    </>
  )
}
