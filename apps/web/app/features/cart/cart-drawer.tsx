import { ICON_BUTTON } from '@nashta/ui/button'
import { Icon } from '@nashta/ui/icon'
import { closeSheetProps, openSheetProps, Sheet } from '@nashta/ui/sheet'
import { type MouseEvent, useEffect, useRef } from 'react'
import { LostPartMessage, lazyPart } from '../../data/late/awaited-parts.tsx'
import type { CartContentsProps } from './cart-contents.tsx'
import { cartTitle, itemsInCart } from './cart-labels.ts'
import { useCart, useCartAccess } from './cart-provider.tsx'

export const CART_DRAWER_ID = 'cart-drawer'
const TITLE_ID = 'cart-title'
const BADGE_MAX = 99

/** Loaded after the page, because the first render does not need it. */
const CartContents = lazyPart(() => import('./cart-contents.tsx'))

/**
 * Opens the cart drawer. The count lies over the button, so that the layout does not move. The
 * count is also a React key, so that every new count is animated.
 */
export function CartButton() {
  const { totalItems } = useCart()
  const { loadEngine } = useCartAccess()
  const openProps = openSheetProps(CART_DRAWER_ID)

  function open(event: MouseEvent) {
    openProps.onClick(event)
    void loadEngine()
  }

  return (
    <>
      <button type="button" {...openProps} onClick={open} className={`${ICON_BUTTON} relative`}>
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

export type CartDrawerProps = Pick<CartContentsProps, 'Suggestions'>

export function CartDrawer({ Suggestions }: CartDrawerProps) {
  const cart = useCart()
  const { engine, loadEngine } = useCartAccess()
  const title = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const wasOpenedBeforeHydration = title.current?.closest('dialog')?.open
    if (wasOpenedBeforeHydration) void loadEngine()
  }, [loadEngine])

  return (
    <Sheet id={CART_DRAWER_ID} side="right" labelledBy={TITLE_ID}>
      <div className="flex min-h-full flex-col">
        <div className="sticky top-0 z-10 bg-paper">
          <div className="awning" />
          <div className="flex min-h-16 items-center justify-between pr-2 pl-5">
            <h2
              ref={title}
              id={TITLE_ID}
              tabIndex={-1}
              className="min-w-0 font-display text-2xl font-semibold tracking-tight outline-none"
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
          // A removed line takes its focused button with it, so focus moves to the title.
          <CartContents
            cart={cart}
            engine={engine}
            drawerId={CART_DRAWER_ID}
            onLineRemove={() => title.current?.focus()}
            Suggestions={Suggestions}
          />
        ) : (
          <LostPartMessage />
        )}
      </div>
    </Sheet>
  )
}
