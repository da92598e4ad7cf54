import { loadWithRetry } from '@nashta/browser/load-with-retry'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { fetchShop } from '../../data/fetch-shop.ts'
import type { CartEngine } from './engine/cart-engine.ts'
import type { CartSession } from './engine/open-cart.ts'
import { CartContext } from './use-cart.ts'

const loadEngine = () => import('./engine/open-cart.ts')

/**
 * The cart of whoever the session says is here. The server, whose pages are everybody's, never looks into one;
 * the browser fetches what it takes to once the page is there.
 */
export function CartProvider({ session, children }: { session: CartSession; children: ReactNode }) {
  const [cart, setCart] = useState<CartEngine | null>(null)

  useEffect(() => {
    const leaving = new AbortController()
    async function open() {
      const engine = await loadWithRetry(loadEngine, leaving.signal)
      if (!engine || leaving.signal.aborted) return
      const opened = engine.openCart(fetchShop)
      leaving.signal.addEventListener('abort', engine.followBrowser(opened, session))
      // Every card gets its button: in slices, between which the page answers.
      startTransition(() => setCart(opened))
    }
    void open()
    return () => leaving.abort()
  }, [session])

  return <CartContext value={cart}>{children}</CartContext>
}
