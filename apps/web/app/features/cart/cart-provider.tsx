import { CURRENT_USER_KEY, TOKENS_KEY } from '@nashta/browser/session/session-keys'
import { browserStorage } from '@nashta/browser/storage/browser-storage'
import type { CartProduct } from '@nashta/contracts/cart/cart-rules'
import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { loadAwaited } from '../../data/late/awaited-parts.tsx'
import { GUEST_CART_KEY } from '../../data/storage/storage-keys.ts'
import type { CartEngine } from './engine/cart-engine.ts'
import { type CartSnapshot, EMPTY_GUEST_CART, UNKNOWN_CART } from './engine/cart-snapshot.ts'
import type { CartSession } from './engine/open-cart.ts'

export type CartAccess = {
  /** Null on the server, and in the browser until the engine is loaded. */
  engine: CartEngine | null
  /** True for a guest without a stored cart, who needs no engine before the first cart operation. */
  isGuestWithoutCart: boolean
  /** Loads the engine at the first call. */
  loadEngine: () => Promise<CartEngine>
}

export const CartContext = createContext<CartAccess>({
  engine: null,
  isGuestWithoutCart: false,
  loadEngine: () => Promise.reject(new Error('There is no CartProvider around this')),
})

const subscribeToNothing = () => () => {}
const unknownCart = () => UNKNOWN_CART

/**
 * Loads the cart engine after hydration for a shopper and for a guest with a stored cart. For any
 * other guest, the first cart operation loads it. The server renders no cart, because its pages are
 * the same for everyone.
 */
export function CartProvider({ session, children }: { session: CartSession; children: ReactNode }) {
  const [engine, setEngine] = useState<CartEngine | null>(null)
  const [isGuestWithoutCart, setIsGuestWithoutCart] = useState(false)
  const enginePromise = useRef<Promise<CartEngine>>(undefined)

  const loadEngine = useCallback(() => {
    if (!enginePromise.current) {
      enginePromise.current = openEngine(session)
      // The new engine can make all product cards render their buttons at once. The transition
      // keeps the page responsive meanwhile.
      void enginePromise.current.then((opened) => startTransition(() => setEngine(opened)))
    }
    return enginePromise.current
  }, [session])

  useEffect(() => {
    function loadIfNeeded() {
      const { status } = session.getSnapshot()
      const isNeeded = status === 'signed-in' || hasStoredCartOrSession()
      if (isNeeded) {
        setIsGuestWithoutCart(false)
        void loadEngine()
      } else if (status === 'signed-out') startTransition(() => setIsGuestWithoutCart(true))
    }
    const controller = new AbortController()
    const unsubscribe = session.subscribe(loadIfNeeded)
    // Another tab may store a cart.
    window.addEventListener('storage', loadIfNeeded, { signal: controller.signal })
    loadIfNeeded()
    return () => {
      unsubscribe()
      controller.abort()
    }
  }, [session, loadEngine])

  const access = useMemo(
    () => ({ engine, isGuestWithoutCart, loadEngine }),
    [engine, isGuestWithoutCart, loadEngine],
  )
  return <CartContext value={access}>{children}</CartContext>
}

async function openEngine(session: CartSession) {
  const [{ openCart, followBrowser }, { fetchShop }] = await loadAwaited(() =>
    Promise.all([import('./engine/open-cart.ts'), import('../../data/calls/fetch-shop.ts')]),
  )
  const engine = openCart(fetchShop)
  followBrowser(engine, session)
  return engine
}

function hasStoredCartOrSession() {
  const local = browserStorage('localStorage')
  return (
    [CURRENT_USER_KEY, TOKENS_KEY, GUEST_CART_KEY].some((key) => local.getItem(key) !== null) ||
    browserStorage('sessionStorage').getItem(GUEST_CART_KEY) !== null
  )
}

export function useCartAccess(): CartAccess {
  return use(CartContext)
}

export function useCart(): CartSnapshot {
  const access = useCartAccess()
  return useSyncExternalStore(
    access.engine?.subscribe ?? subscribeToNothing,
    () => snapshotOf(access),
    unknownCart,
  )
}

export function useCartEngine(): CartEngine | null {
  return useCartAccess().engine
}

/** Returns a function that loads the engine if needed and resolves when the cart has the product. */
export function useAddToCart() {
  const { loadEngine } = useCartAccess()
  return async (product: CartProduct, quantity: number) => {
    const engine = await loadEngine()
    engine.add(product, quantity)
  }
}

/**
 * Null until the cart is known. The component renders again only when the quantity of this product
 * changes, because a page may show hundreds of products.
 */
export function useQuantityInCart(productId: string): number | null {
  const access = useCartAccess()
  return useSyncExternalStore(
    access.engine?.subscribe ?? subscribeToNothing,
    () => quantityIn(snapshotOf(access), productId),
    () => null,
  )
}

/**
 * Until the engine has read its records, the cart of a guest without a stored cart is empty. Any
 * other cart is unknown.
 */
function snapshotOf({ engine, isGuestWithoutCart }: CartAccess): CartSnapshot {
  const snapshot = engine?.getSnapshot() ?? UNKNOWN_CART
  return snapshot === UNKNOWN_CART && isGuestWithoutCart ? EMPTY_GUEST_CART : snapshot
}

function quantityIn({ owner, items }: CartSnapshot, productId: string): number | null {
  if (owner === 'unknown') return null
  return items.find((item) => item.productId === productId)?.quantity ?? 0
}
