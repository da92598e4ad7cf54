import { loadWithRetry } from '@nashta/browser/load-with-retry'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { fetchShop } from '../../data/fetch-shop.ts'
import type { CartEngine } from './engine/cart-engine.ts'
import type { CartSession } from './engine/open-cart.ts'
import { CartContext } from './use-cart.ts'

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
