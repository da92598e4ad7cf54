import { createContext, use, useSyncExternalStore } from 'react'
import type { CartEngine } from './engine/cart-engine.ts'
import { type CartSnapshot, UNKNOWN_CART } from './engine/cart-snapshot.ts'

/** The cart engine; null on the server, and in the browser until it is loaded. */
export const CartContext = createContext<CartEngine | null>(null)

const subscribeToNothing = () => () => {}
const unknownCart = () => UNKNOWN_CART

export function useCart(): CartSnapshot {
  const engine = use(CartContext)
  return useSyncExternalStore(
    engine?.subscribe ?? subscribeToNothing,
    engine?.getSnapshot ?? unknownCart,
    unknownCart,
  )
}

export function useCartEngine(): CartEngine | null {
  return use(CartContext)
}

/**
 * Null until the cart is known. The component renders again only when the quantity of this product changes, because a
 * page may show hundreds of products.
 */
export function useQuantityInCart(productId: string): number | null {
  const engine = use(CartContext)
  return useSyncExternalStore(
    engine?.subscribe ?? subscribeToNothing,
    () => quantityIn(engine?.getSnapshot() ?? UNKNOWN_CART, productId),
    () => null,
  )
}

function quantityIn({ owner, items }: CartSnapshot, productId: string): number | null {
  if (owner === 'unknown') return null
  return items.find((item) => item.productId === productId)?.quantity ?? 0
}
