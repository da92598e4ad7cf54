import { useCall } from '@nashta/browser/forms/use-call'
import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isFinalRefusal } from '@nashta/contracts/api/shop-error'
import { lineName } from '@nashta/contracts/catalogue/line-name'
import type { Product } from '@nashta/contracts/catalogue/product'
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { Button } from '@nashta/ui/button'
import { Failure } from '@nashta/ui/failure'
import { useState } from 'react'
import { fetchShop } from '../../data/calls/fetch-shop.ts'
import { fetchProduct, fetchProductPage } from '../../data/products/fetch-products.ts'

export type AddToCart = (product: Product, quantity: number) => Promise<void>

export type ReorderButtonProps = { orderTitle: string; items: Purchase['items']; addToCart: AddToCart }

/** Adds the items of an order to the cart, except those that are sold out or no longer sold. */
export function ReorderButton({ orderTitle, items, addToCart }: ReorderButtonProps) {
  const [note, setNote] = useState('')
  const { run, isBusy, failure } = useCall(
    async () => {
      setNote('')
      const { found, missing } = await findOrderedProducts(fetchShop, items)
      for (const { product, quantity } of found) await addToCart(product, quantity)
      setNote(reorderNote(found.length, missing))
    },
    (error) => (error instanceof Error ? error.message : String(error)),
  )

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        look="outline"
        aria-label={`Order again: ${orderTitle}`}
        aria-disabled={isBusy || undefined}
        onClick={() => void run()}
      >
        {isBusy ? 'Adding...' : 'Order again'}
      </Button>
      <output className="font-medium text-pistachio empty:hidden">{note}</output>
      {failure ? <Failure>{failure}</Failure> : null}
    </div>
  )
}

function reorderNote(foundCount: number, missing: readonly string[]) {
  if (missing.length === 0) return '✓ Added to your cart'
  const unavailable = `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not available any more`
  return foundCount === 0 ? unavailable : `✓ Added to your cart; ${unavailable}`
}

/** How many search results are compared with an ordered item. */
const SEARCH_RESULTS_MAX = 10

/** Finds the products of ordered items. `missing` has the names of items that cannot be ordered. */
export async function findOrderedProducts(fetchShop: FetchShop, items: Purchase['items']) {
  const lookups = await Promise.all(
    items.map(async (item) => ({ item, product: await findProduct(fetchShop, item) })),
  )
  return {
    found: lookups.flatMap(({ item, product }) => (product ? [{ product, quantity: item.quantity }] : [])),
    missing: lookups.flatMap(({ item, product }) => (product ? [] : [item.name])),
  }
}

async function findProduct(fetchShop: FetchShop, item: Purchase['items'][number]) {
  const { productId } = item
  if (productId === undefined) return findProductByName(fetchShop, item)
  try {
    const product = await fetchProduct(fetchShop, productId)
    return product.stock === 0 ? null : product
  } catch (error) {
    // The Shop API refuses an id that no product has.
    if (isFinalRefusal(error)) return null
    throw error
  }
}

/**
 * Finds the product of an item without a product id. If several products have the name, one with
 * the same picture is preferred.
 */
async function findProductByName(fetchShop: FetchShop, { name, imageUrl }: Purchase['items'][number]) {
  const { items } = await fetchProductPage(fetchShop, { search: name, limit: SEARCH_RESULTS_MAX })
  const available = items.filter((product) => lineName(product) === name && product.stock !== 0)
  return available.find((product) => product.imageUrl === imageUrl) ?? available[0] ?? null
}
