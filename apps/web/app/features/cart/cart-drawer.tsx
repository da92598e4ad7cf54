import { ICON_BUTTON } from '@nashta/ui/button'
import { Icon } from '@nashta/ui/icon'
import { closeSheetProps, Sheet } from '@nashta/ui/sheet'
import { lazy, Suspense, useRef } from 'react'
import { CART_DRAWER_ID } from './cart-button.tsx'
import { cartTitle } from './cart-texts.ts'
import { useCart, useCartEngine } from './use-cart.ts'

const TITLE_ID = 'cart-title'

/** Loaded after the page, because the first render does not need it. */
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
              {cartTitle(cart.totalItems)}
            </h2>
            <button
              type="button"
              {...closeSheetProps(CART_DRAWER_ID)}
              aria-label="Close cart"
              className={ICON_BUTTON}
            >
              <Icon name="close" />
            </button>
          </div>
        </div>
        {engine ? (
          <Suspense>
            {/* The pressed button may disappear with its line, so focus moves to the drawer's title. */}
            <CartContents cart={cart} engine={engine} onLineRemoved={() => title.current?.focus()} />
          </Suspense>
        ) : null}
      </div>
    </Sheet>
  )
}
