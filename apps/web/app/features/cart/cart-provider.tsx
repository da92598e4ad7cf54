import { type ReactNode, useEffect, useState } from 'react'
import { fetchShop } from '../../data/browser-shop.ts'
import { type CartSession, followBrowser, openCart } from './engine/open-cart.ts'
import { CartContext } from './use-cart.ts'

/** The cart of whoever the session says is here. The server, whose pages are everybody's, never looks into one. */
export function CartProvider({ session, children }: { session: CartSession; children: ReactNode }) {
  const [cart] = useState(() => openCart({ session, fetchShop }))
  useEffect(() => followBrowser(cart, session), [cart, session])
  return <CartContext value={cart}>{children}</CartContext>
}
