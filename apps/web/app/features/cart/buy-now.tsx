import type { CartProduct } from '@nashta/contracts/cart/cart-rules'
import { Button } from '@nashta/ui/button'
import { useNavigate } from 'react-router'
import { BUY_NOW } from './cart-texts.ts'
import { SignInFirst } from './sign-in-first.tsx'
import { useCartEngine } from './use-cart.ts'

const CHECKOUT_PATH = '/checkout'

export function BuyNow({ product }: { product: CartProduct }) {
  const cart = useCartEngine()
  const navigate = useNavigate()

  function buy() {
    cart?.add(product)
    void navigate(CHECKOUT_PATH)
  }

  return (
    <SignInFirst product={product} next={CHECKOUT_PATH} onSignedIn={buy}>
      <Button type="submit" look="outline">
        {BUY_NOW}
      </Button>
    </SignInFirst>
  )
}
