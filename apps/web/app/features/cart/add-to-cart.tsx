import type { CartProduct } from '@nashta/contracts/cart/cart-rules'
import {
  ADD_ITEM_FAILED_ALERT,
  ADD_TO_CART,
  ADDED_LATER,
  ADDING,
  ITEM_ADDED,
} from '@nashta/contracts/cart/cart-texts'
import { productPath } from '@nashta/contracts/catalogue/storefront-paths'
import { ADDED_TO_CART_BANNER_MS } from '@nashta/contracts/constants'
import { Button } from '@nashta/ui/button'
import { useEffect } from 'react'
import { SignInFirst } from './sign-in-first.tsx'
import { useCartEngine } from './use-cart.ts'
import { useOperation } from './use-operation.ts'

/** On the product's own page, for shoppers who are signed in; others sign in first, and find it in their cart. */
export function AddToCart({ product }: { product: CartProduct }) {
  const cart = useCartEngine()
  const { outcome, follow } = useOperation()

  useEffect(() => {
    if (outcome !== 'done') return undefined
    const timer = setTimeout(() => follow(null), ADDED_TO_CART_BANNER_MS)
    return () => clearTimeout(timer)
  }, [outcome, follow])

  return (
    <div>
      <SignInFirst
        product={product}
        next={productPath(product.products_id)}
        onSignedIn={() => cart && follow(cart.add(product))}
      >
        <Button type="submit">{outcome === 'pending' ? ADDING : ADD_TO_CART}</Button>
      </SignInFirst>
      <output>
        {outcome === 'done' ? <Banner look="bg-pistachio">{ITEM_ADDED}</Banner> : null}
        {outcome === 'waiting' ? <Banner look="bg-cocoa">{ADDED_LATER}</Banner> : null}
      </output>
      <div role="alert">
        {outcome === 'failed' ? <Banner look="bg-raspberry-deep">{ADD_ITEM_FAILED_ALERT}</Banner> : null}
      </div>
    </div>
  )
}

/** Over the page, where it moves nothing. */
function Banner({ look, children }: { look: string; children: string }) {
  return (
    <span
      className={`fixed inset-x-4 bottom-4 z-30 mx-auto block max-w-md rounded-2xl px-5 py-4 text-center font-semibold text-white shadow-[0_8px_30px_rgb(58_32_25/0.25)] transition-[translate,opacity] duration-300 ease-settle motion-safe:starting:translate-y-4 motion-safe:starting:opacity-0 ${look}`}
    >
      {children}
    </span>
  )
}
