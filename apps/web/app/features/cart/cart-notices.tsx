import type { ReactNode } from 'react'
import { CART_STALE, MERGED_AT_SIGN_IN } from './cart-texts.ts'
import type { CartEngine } from './engine/cart-engine.ts'
import type { CartSnapshot } from './engine/cart-snapshot.ts'

const ACTION = 'min-h-11 rounded-full px-3 font-semibold underline underline-offset-4 hover:no-underline'

/** What has happened to the cart without the shopper's doing, or against it. */
export function CartNotices({ cart, engine }: { cart: CartSnapshot; engine: CartEngine | null }) {
  const { error, stale, joined } = cart
  return (
    <div className="space-y-3 px-5">
      <div role="alert">{error === null ? null : <Notice look="bg-raspberry-tint">{error}</Notice>}</div>
      <output className="block space-y-3">
        {stale ? <Notice look="bg-butter">{CART_STALE}</Notice> : null}
        {joined.length > 0 ? (
          <Notice look="bg-pistachio-tint">
            <p>{MERGED_AT_SIGN_IN}</p>
            <ul className="mt-1 list-inside list-disc">
              {joined.map(({ productId, name, quantity }) => (
                <li key={productId}>
                  {quantity} × {name}
                </li>
              ))}
            </ul>
            <div className="-mb-2 -ml-3 flex">
              <button type="button" onClick={() => engine?.dismissJoined()} className={ACTION}>
                Keep
              </button>
              <button type="button" onClick={() => engine?.undoJoined()} className={ACTION}>
                Undo
              </button>
            </div>
          </Notice>
        ) : null}
      </output>
    </div>
  )
}

function Notice({ look, children }: { look: string; children: ReactNode }) {
  return <div className={`rounded-2xl px-4 py-3 text-[0.9375rem] ${look}`}>{children}</div>
}
