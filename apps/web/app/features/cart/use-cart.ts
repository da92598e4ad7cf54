import { createContext, use, useSyncExternalStore } from 'react'
import type { CartEngine } from './engine/cart-engine.ts'
import { type CartSnapshot, NOBODYS_CART } from './engine/cart-snapshot.ts'

/** Null before the browser has looked. */
export const CartContext = createContext<CartEngine | null>(null)

const never = () => () => {}
const nobodys = () => NOBODYS_CART

/** What the cart shows. */
export function useCart(): CartSnapshot {
  const cart = use(CartContext)
  return useSyncExternalStore(cart?.subscribe ?? never, cart?.getSnapshot ?? nobodys, nobodys)
}

/** What can be done to it. */
export function useCartEngine(): CartEngine | null {
  return use(CartContext)
}

/** Changes with the one product only, as a page may show hundreds. Null before the browser has looked. */
export function useQuantityInCart(productId: string): number | null {
  const cart = use(CartContext)
  return useSyncExternalStore(
    cart?.subscribe ?? never,
    () => quantityIn(cart?.getSnapshot() ?? NOBODYS_CART, productId),
    () => null,
  )
}

function quantityIn({ whose, items }: CartSnapshot, productId: string): number | null {
  if (whose === 'nobody') return null
  return items.find((item) => item.productId === productId)?.quantity ?? 0
}
