import { CartLine } from './cart-line.tsx'
import { CartNotices } from './cart-notices.tsx'
import { CartSummary } from './cart-summary.tsx'
import { EmptyCart } from './empty-cart.tsx'
import type { CartEngine } from './engine/cart-engine.ts'
import type { CartSnapshot } from './engine/cart-snapshot.ts'

export type CartContentsProps = { cart: CartSnapshot; engine: CartEngine; onLineGone: () => void }

export default function CartContents({ cart, engine, onLineGone }: CartContentsProps) {
  const isEmpty = cart.items.length === 0
  return (
    <>
      <CartNotices cart={cart} engine={engine} />
      {isEmpty ? (
        <EmptyCart isKnown={!cart.loading} />
      ) : (
        <ul className="grow px-5">
          {cart.items.map((item) => (
            <CartLine key={item.productId} item={item} engine={engine} onGone={onLineGone} />
          ))}
        </ul>
      )}
      {isEmpty ? null : <CartSummary totalPaise={cart.totalPaise} />}
    </>
  )
}
