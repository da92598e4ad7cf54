import type { Product } from '@nashta/contracts/catalogue/product'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { Button } from '@nashta/ui/button'
import { useState } from 'react'
import { fetchShop } from '../../data/fetch-shop.ts'
import { findOrderedProducts } from './find-ordered-products.ts'

export type AddToCart = (product: Product, quantity: number) => void

export type ReorderButtonProps = { order: string; items: Purchase['items']; addToCart: AddToCart }

/** Everything of an order into the cart again, as far as it is still sold. */
export function ReorderButton({ order, items, addToCart }: ReorderButtonProps) {
  const [busy, setBusy] = useState(false)
  const [note, setNote] = useState('')

  async function reorder() {
    if (busy) return
    setBusy(true)
    try {
      const { found, missing } = await findOrderedProducts(fetchShop, items)
      for (const { product, quantity } of found) addToCart(product, quantity)
      setNote(reorderNote(found.length, missing))
    } catch (error) {
      setNote(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        look="outline"
        aria-label={`Order again: ${order}`}
        aria-disabled={busy || undefined}
        onClick={() => void reorder()}
      >
        {busy ? 'Adding...' : 'Order again'}
      </Button>
      <output className="block font-medium text-pistachio">{note}</output>
    </div>
  )
}

function reorderNote(found: number, missing: readonly string[]) {
  if (missing.length === 0) return '✓ Added to your cart'
  const gone = `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not available any more`
  return found === 0 ? gone : `✓ Added to your cart; ${gone}`
}
