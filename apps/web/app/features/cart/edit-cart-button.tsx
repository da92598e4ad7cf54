import { openSheetProps } from '@nashta/ui/sheet'
import { CART_DRAWER_ID } from './cart-drawer.tsx'

/** Opens the cart drawer on a page whose header has no cart button. */
export function EditCartButton() {
  return (
    <button
      type="button"
      {...openSheetProps(CART_DRAWER_ID)}
      className="-mr-3 min-h-11 rounded-full px-3 font-semibold underline underline-offset-4 hover:text-raspberry-deep"
    >
      Edit cart
    </button>
  )
}
