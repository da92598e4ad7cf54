import { shoppingCart } from '@nashta/contracts/cart/cart-texts'
import { ICON_BUTTON } from '@nashta/ui/button'
import { Icon } from '@nashta/ui/icon'
import { closesSheet, Sheet } from '@nashta/ui/sheet'
import { lazy, Suspense, useRef } from 'react'
import { CART_DRAWER_ID } from './cart-drawer-id.ts'
import { useCart, useCartEngine } from './use-cart.ts'

const TITLE_ID = 'cart-title'

/** Comes with the engine: neither is needed to show a page. */
const CartContents = lazy(() => import('./cart-contents.tsx'))

export function CartDrawer() {
  const cart = useCart()
  const engine = useCartEngine()
  const title = useRef<HTMLHeadingElement>(null)

  return (
    <Sheet id={CART_DRAWER_ID} side="right" labelledBy={TITLE_ID}>
      <div className="flex min-h-full flex-col">
        <div className="sticky top-0 z-10 bg-paper">
          <div className="awning" />
          <div className="flex h-16 items-center justify-between pr-2 pl-5">
            <h2
              ref={title}
              id={TITLE_ID}
              tabIndex={-1}
              className="font-display text-2xl font-semibold tracking-tight outline-none"
            >
              {shoppingCart(cart.totalItems)}
            </h2>
            <button
              type="button"
              {...closesSheet(CART_DRAWER_ID)}
              aria-label="Close cart"
              className={ICON_BUTTON}
            >
              <Icon name="close" />
            </button>
          </div>
        </div>
        {engine ? (
          <Suspense>
            {/* The line may be gone after a press; the drawer keeps the keyboard's place. */}
            <CartContents cart={cart} engine={engine} onLineGone={() => title.current?.focus()} />
          </Suspense>
        ) : null}
      </div>
    </Sheet>
  )
}
