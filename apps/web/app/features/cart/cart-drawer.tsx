import { shoppingCart } from '@nashta/contracts/texts/cart'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { ICON_BUTTON } from '../../ui/button-look.ts'
import { Icon } from '../../ui/icon.tsx'
import { closesSheet, Sheet } from '../../ui/sheet.tsx'
import { CART_DRAWER_ID } from './cart-drawer-id.ts'
import { CartLine } from './cart-line.tsx'
import { CartNotices } from './cart-notices.tsx'
import { CartSummary } from './cart-summary.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { useCart, useCartEngine } from './use-cart.ts'

const TITLE_ID = 'cart-title'

export function CartDrawer() {
  const cart = useCart()
  const engine = useCartEngine()
  const sheet = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const page = useRef(key)
  // Whoever chose a page wants to see it.
  useEffect(() => {
    if (page.current !== key) sheet.current?.close()
    page.current = key
  }, [key])

  const isEmpty = cart.items.length === 0
  return (
    <Sheet ref={sheet} id={CART_DRAWER_ID} side="right" labelledBy={TITLE_ID}>
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
        <CartNotices cart={cart} engine={engine} />
        {isEmpty ? (
          <EmptyCart isKnown={!cart.loading} />
        ) : (
          <ul className="grow px-5">
            {cart.items.map((item) => (
              // The line may be gone after a press; the drawer keeps the keyboard's place.
              <CartLine
                key={item.productId}
                item={item}
                engine={engine}
                onGone={() => title.current?.focus()}
              />
            ))}
          </ul>
        )}
        {isEmpty ? null : <CartSummary totalPaise={cart.totalPaise} />}
      </div>
    </Sheet>
  )
}
