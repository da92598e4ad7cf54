import { createContext, use, useSyncExternalStore } from 'react'
import type { CartEngine } from './engine/cart-engine.ts'
import { type CartSnapshot, UNKNOWN_CART } from './engine/cart-snapshot.ts'

/** Null on the server, and in the browser until the engine is loaded. */
export const CartContext = createContext<CartEngine | null>(null)

const subscribeToNothing = () => () => {}
const unknownCart = () => UNKNOWN_CART

export function useCart(): CartSnapshot {
  const cart = use(CartContext)
  return useSyncExternalStore(
    cart?.subscribe ?? subscribeToNothing,
    cart?.getSnapshot ?? unknownCart,
    unknownCart,
  )
}

export function useCartEngine(): CartEngine | null {
  return use(CartContext)
}

/** Renders again only when this product's quantity changes: a page may show hundreds. Null while it is unknown. */
export function useQuantityInCart(productId: string): number | null {
  const cart = use(CartContext)
  return useSyncExternalStore(
    cart?.subscribe ?? subscribeToNothing,
    () => quantityIn(cart?.getSnapshot() ?? UNKNOWN_CART, productId),
    () => null,
  )
}

function quantityIn({ owner, items }: CartSnapshot, productId: string): number | null {
  if (owner === 'unknown') return null
  return items.find((item) => item.productId === productId)?.quantity ?? 0
}
