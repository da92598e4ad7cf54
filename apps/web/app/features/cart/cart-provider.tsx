import { loadWithRetry } from '@nashta/browser/load-with-retry'
import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { fetchShop } from '../../data/fetch-shop.ts'
import type { CartEngine } from './engine/cart-engine.ts'
import { type CartSnapshot, UNKNOWN_CART } from './engine/cart-snapshot.ts'
import type { CartSession } from './engine/open-cart.ts'

/** The cart engine; null on the server, and in the browser until it is loaded. */
export const CartContext = createContext<CartEngine | null>(null)

const subscribeToNothing = () => () => {}
const unknownCart = () => UNKNOWN_CART

const loadEngine = () => import('./engine/open-cart.ts')

/** Loads the cart engine after hydration. The server renders no cart: its pages are the same for everyone. */
export function CartProvider({ session, children }: { session: CartSession; children: ReactNode }) {
  const [engine, setEngine] = useState<CartEngine | null>(null)

  useEffect(() => {
    const controller = new AbortController()
    async function open() {
      const module = await loadWithRetry(loadEngine, controller.signal)
      if (!module || controller.signal.aborted) return
      const loadedEngine = module.openCart(fetchShop)
      controller.signal.addEventListener('abort', module.followBrowser(loadedEngine, session))
      // Now every product card renders its quick-add button: a transition keeps the page responsive meanwhile.
      startTransition(() => setEngine(loadedEngine))
    }
    void open()
    return () => controller.abort()
  }, [session])

  return <CartContext value={engine}>{children}</CartContext>
}

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
