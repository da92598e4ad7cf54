import type { CartProduct } from '@nashta/contracts/cart/cart-rules'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useCart, useCartEngine } from './use-cart.ts'

export type SignInFirstProps = {
  product: CartProduct
  /** Where the shopper goes on after the sign-in. */
  next: string
  onSignedIn: () => void
  /** The button that submits. */
  children: ReactNode
}

/** A form that leads to the sign-in even before any script is there. With one, the product is remembered. */
export function SignInFirst({ product, next, onSignedIn, children }: SignInFirstProps) {
  const cart = useCartEngine()
  const { whose } = useCart()
  const navigate = useNavigate()

  const pressed = useRef(false)

  function goOn() {
    if (whose === 'shopper') {
      onSignedIn()
      return
    }
    cart?.addAfterSignIn(product)
    void navigate(`/signin?${new URLSearchParams({ next })}`)
  }

  // A press that came before the browser knew whose cart it is waits for that.
  const isKnown = whose !== 'nobody'
  const goOnAtLast = useEffectEvent(goOn)
  useEffect(() => {
    if (!isKnown || !pressed.current) return
    pressed.current = false
    goOnAtLast()
  }, [isKnown])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isKnown) goOn()
    else pressed.current = true
  }

  return (
    <form action="/signin" onSubmit={submit} className="grid">
      <input type="hidden" name="next" value={next} />
      {children}
    </form>
  )
}
