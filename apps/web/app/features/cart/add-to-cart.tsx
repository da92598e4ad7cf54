import type { CartProduct } from '@nashta/contracts/cart/cart-rules'
import { productPath } from '@nashta/contracts/catalogue/product-urls'
import { Button } from '@nashta/ui/button'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useGuestCheckout } from '../../data/shop/use-guest-checkout.ts'
import {
  ADD_ITEM_FAILED_ALERT,
  ADD_TO_CART,
  ADDED_LATER,
  ADDING,
  BUY_NOW,
  ITEM_ADDED,
} from './add-to-cart-texts.ts'
import { useCart, useCartAccess } from './cart-provider.tsx'
import type { CartEngine } from './engine/cart-engine.ts'

const ADDED_BANNER_MS = 3000
const CHECKOUT_PATH = '/checkout'

/** The button on a product page, and the banner with its result. */
export function AddToCart({ product }: { product: CartProduct }) {
  const { status, watch } = useOperationStatus()

  useEffect(() => {
    if (status !== 'done') return undefined
    const timer = setTimeout(() => watch(null), ADDED_BANNER_MS)
    return () => clearTimeout(timer)
  }, [status, watch])

  return (
    <div>
      <CartButtonForm
        product={product}
        next={productPath(product.products_id)}
        onSubmit={(engine) => watch(engine.add(product))}
      >
        <Button type="submit">{status === 'pending' ? ADDING : ADD_TO_CART}</Button>
      </CartButtonForm>
      <output>
        {status === 'done' ? <Banner look="bg-pistachio">{ITEM_ADDED}</Banner> : null}
        {status === 'queued' ? <Banner look="bg-cocoa">{ADDED_LATER}</Banner> : null}
      </output>
      <div role="alert">
        {status === 'failed' ? <Banner look="bg-danger-deep">{ADD_ITEM_FAILED_ALERT}</Banner> : null}
      </div>
    </div>
  )
}

export function BuyNow({ product }: { product: CartProduct }) {
  const navigate = useNavigate()

  function buy(engine: CartEngine) {
    engine.addOnce(product)
    void navigate(CHECKOUT_PATH)
  }

  return (
    <CartButtonForm product={product} next={CHECKOUT_PATH} onSubmit={buy}>
      <Button type="submit" look="outline">
        {BUY_NOW}
      </Button>
    </CartButtonForm>
  )
}

export type CartButtonFormProps = {
  product: CartProduct
  /** The path to open after the sign-in. */
  next: string
  onSubmit: (engine: CartEngine) => void
  children: ReactNode
}

/**
 * A form around a cart button.
 *
 * - For a shopper, and for a guest if the shop has guest checkout, the form calls `onSubmit`.
 * - Without guest checkout, the form sends a guest to the sign-in page. After the sign-in, the
 *   product is in the cart.
 * - Without JavaScript, the form always opens the sign-in page. `data-late` keeps a submission until
 *   the scripts have started (apps/web/server/page-scripts.ts).
 */
export function CartButtonForm({ product, next, onSubmit, children }: CartButtonFormProps) {
  const { loadEngine } = useCartAccess()
  const guestCheckout = useGuestCheckout()
  const { owner } = useCart()
  const navigate = useNavigate()
  const isSubmitPending = useRef(false)

  async function proceed() {
    const engine = await loadEngine()
    if (owner === 'shopper' || guestCheckout) {
      onSubmit(engine)
      return
    }
    engine.addAfterSignIn(product)
    await navigate(`/signin?${new URLSearchParams({ next })}`)
  }

  // A submit waits until the cart's owner is known.
  const isOwnerKnown = owner !== 'unknown'
  const proceedNow = useEffectEvent(proceed)
  useEffect(() => {
    if (!isOwnerKnown || !isSubmitPending.current) return
    isSubmitPending.current = false
    void proceedNow()
  }, [isOwnerKnown])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isOwnerKnown) void proceed()
    else isSubmitPending.current = true
  }

  return (
    <form action="/signin" data-late="" onSubmit={submit} className="grid">
      <input type="hidden" name="next" value={next} />
      {children}
    </form>
  )
}

type OperationStatus =
  /** No operation is watched, or the watched one failed and another operation followed. */
  | 'none'
  | 'pending'
  /** The store is unreachable, so the operation is sent later. */
  | 'queued'
  | 'failed'
  | 'done'

/** Returns the status of the cart operation whose id was passed to `watch` last. */
function useOperationStatus() {
  const { pending, failedId, stale: isStoreUnreachable } = useCart()
  const [watchedId, watch] = useState<string | null>(null)
  const isShownAsFailed = watchedId !== null && watchedId === failedId

  // The next operation of the cart clears `failedId`. The failed id is copied here, because the
  // watched operation would otherwise look as if it were done.
  const [lastFailedId, setLastFailedId] = useState<string | null>(null)
  if (isShownAsFailed && lastFailedId !== watchedId) setLastFailedId(watchedId)

  function status(): OperationStatus {
    if (watchedId === null) return 'none'
    if (pending.includes(watchedId)) return isStoreUnreachable ? 'queued' : 'pending'
    if (isShownAsFailed) return 'failed'
    return watchedId === lastFailedId ? 'none' : 'done'
  }

  return { status: status(), watch }
}

/** A message over the page. The layout below does not move. */
function Banner({ look, children }: { look: string; children: string }) {
  return (
    <span
      className={`fixed inset-x-4 bottom-20 z-30 mx-auto block max-w-md rounded-2xl px-5 py-4 text-center font-semibold text-white md:bottom-4 shadow-[0_8px_30px_rgb(58_32_25/0.25)] transition-[translate,opacity] duration-300 ease-settle motion-safe:starting:translate-y-4 motion-safe:starting:opacity-0 ${look}`}
    >
      {children}
    </span>
  )
}
