import type { CartProduct } from '@nashta/contracts/cart/cart-rules'
import { productPath } from '@nashta/contracts/catalogue/product-urls'
import { Button } from '@nashta/ui/button'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useGuestCheckout } from '../../data/use-guest-checkout.ts'
import { useCart, useCartAccess } from './cart-provider.tsx'
import { ADD_ITEM_FAILED_ALERT, ADD_TO_CART, ADDED_LATER, ADDING, BUY_NOW, ITEM_ADDED } from './cart-texts.ts'
import type { CartEngine } from './engine/cart-engine.ts'

const ADDED_BANNER_MS = 3000
const CHECKOUT_PATH = '/checkout'

/** The button on a product page, and the banner with its result. */
export function AddToCart({ product }: { product: CartProduct }) {
  const { status, setOperationId } = useOperationStatus()

  useEffect(() => {
    if (status !== 'done') return undefined
    const timer = setTimeout(() => setOperationId(null), ADDED_BANNER_MS)
    return () => clearTimeout(timer)
  }, [status, setOperationId])

  return (
    <div>
      <SignInFirstForm
        product={product}
        next={productPath(product.products_id)}
        onSubmit={(engine) => setOperationId(engine.add(product))}
      >
        <Button type="submit">{status === 'pending' ? ADDING : ADD_TO_CART}</Button>
      </SignInFirstForm>
      <output>
        {status === 'done' ? <Banner look="bg-pistachio">{ITEM_ADDED}</Banner> : null}
        {status === 'queued' ? <Banner look="bg-cocoa">{ADDED_LATER}</Banner> : null}
      </output>
      <div role="alert">
        {status === 'failed' ? <Banner look="bg-raspberry-deep">{ADD_ITEM_FAILED_ALERT}</Banner> : null}
      </div>
    </div>
  )
}

export function BuyNow({ product }: { product: CartProduct }) {
  const navigate = useNavigate()

  function buy(engine: CartEngine) {
    engine.add(product)
    void navigate(CHECKOUT_PATH)
  }

  return (
    <SignInFirstForm product={product} next={CHECKOUT_PATH} onSubmit={buy}>
      <Button type="submit" look="outline">
        {BUY_NOW}
      </Button>
    </SignInFirstForm>
  )
}

export type SignInFirstFormProps = {
  product: CartProduct
  /** The path to open after the sign-in. */
  next: string
  onSubmit: (engine: CartEngine) => void
  children: ReactNode
}

/**
 * A form around a cart button. It calls `onSubmit` for a shopper, and with guest checkout for a
 * guest too. Any other guest goes to the sign-in page, and has the product in the cart after the
 * sign-in. Without JavaScript the form always opens the sign-in page.
 */
export function SignInFirstForm({ product, next, onSubmit, children }: SignInFirstFormProps) {
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

  // A submit that comes before the cart's owner is known waits until then.
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
    <form action="/signin" onSubmit={submit} className="grid">
      <input type="hidden" name="next" value={next} />
      {children}
    </form>
  )
}

/** 'queued': the store is unreachable, so the operation is sent later. */
type OperationStatus = 'none' | 'pending' | 'queued' | 'failed' | 'done'

/** The status of the cart operation whose id was set last. */
function useOperationStatus() {
  const { pending, failedId, stale } = useCart()
  const [id, setOperationId] = useState<string | null>(null)
  /** The id of a failed operation. The cart's next operation clears `failedId`, but not this id. */
  const [lastFailedId, setLastFailedId] = useState<string | null>(null)
  if (id !== null && id === failedId && id !== lastFailedId) setLastFailedId(id)

  function status(): OperationStatus {
    if (id === null) return 'none'
    if (pending.includes(id)) return stale ? 'queued' : 'pending'
    if (id === failedId) return 'failed'
    // The cart has cleared `failedId`: the alert disappears, but the operation was not done.
    if (id === lastFailedId) return 'none'
    return 'done'
  }

  return { status: status(), setOperationId }
}

/** Positioned over the page, so that the layout does not move. */
function Banner({ look, children }: { look: string; children: string }) {
  return (
    <span
      className={`fixed inset-x-4 bottom-4 z-30 mx-auto block max-w-md rounded-2xl px-5 py-4 text-center font-semibold text-white shadow-[0_8px_30px_rgb(58_32_25/0.25)] transition-[translate,opacity] duration-300 ease-settle motion-safe:starting:translate-y-4 motion-safe:starting:opacity-0 ${look}`}
    >
      {children}
    </span>
  )
}
