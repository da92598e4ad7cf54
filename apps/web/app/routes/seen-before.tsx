import { Button, LinkButton } from '@nashta/ui/button'
import { SectionHeading } from '@nashta/ui/layout'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { fetchShop } from '../data/calls/fetch-shop.ts'
import { QueryCacheProvider } from '../data/products/query-client.tsx'
import { useProductsById } from '../data/products/use-products-by-id.ts'
import type { CardProduct } from '../features/catalogue/cards/card-product.ts'
import { ProductGrid } from '../features/catalogue/cards/product-grid.tsx'
import { toCards } from '../features/catalogue/cards/to-cards.ts'
import { forgetViewed, readViewed } from '../features/catalogue/product/viewed-snacks.ts'
import { fetchOrders, ordersKey } from '../features/orders/order-queries.ts'
import { renderCardActions } from './card-actions.tsx'

const SHOWN = 4
const ORDERS_READ = 10

export type SeenBeforeProps = {
  userId: string | undefined
  /** The snack whose page this is; undefined on the home page, which also offers to buy again. */
  productId?: string | undefined
}

/**
 * What a shopper has bought and looked at before. Loaded when the page is scrolled to its place. This is
 * no route, but is here because only routes may import several features.
 */
export default function SeenBefore({ userId, productId }: SeenBeforeProps) {
  return (
    <QueryCacheProvider>
      {userId !== undefined && productId === undefined ? <BuyAgain userId={userId} /> : null}
      <RecentlyViewed productId={productId} />
    </QueryCacheProvider>
  )
}

/** Snacks of the last orders that can be bought now. */
function BuyAgain({ userId }: { userId: string }) {
  const { data: ids = [] } = useQuery({
    queryKey: [...ordersKey(userId), 'bought'],
    queryFn: ({ signal }) => findBought(userId, signal),
  })
  const { products = [] } = useProductsById(ids)
  const cards = toCards(
    products.filter(({ stock }) => stock !== 0),
    [],
  )
  if (cards.length === 0) return null
  return (
    <Shelf
      id="buy-again"
      title="Buy again"
      cards={cards}
      button={
        <LinkButton to="/purchase-history" look="outline">
          All your orders
        </LinkButton>
      }
    />
  )
}

async function findBought(userId: string, signal: AbortSignal): Promise<string[]> {
  const { purchases } = await fetchOrders(fetchShop, userId, { limit: ORDERS_READ }, signal)
  const ids = purchases.flatMap(({ items }) => items.flatMap(({ productId }) => productId ?? []))
  // More than are shown, because some may be sold out.
  return [...new Set(ids)].slice(0, 2 * SHOWN)
}

function RecentlyViewed({ productId }: Pick<SeenBeforeProps, 'productId'>) {
  const [ids, setIds] = useState(readViewed)
  const note = useRef<HTMLOutputElement>(null)
  const [isCleared, setCleared] = useState(false)
  const { products = [] } = useProductsById(ids.filter((id) => id !== productId).slice(0, SHOWN))
  const cards = toCards(products, [])

  function clear() {
    forgetViewed()
    setIds([])
    setCleared(true)
  }
  // The button is gone.
  useEffect(() => {
    if (isCleared) note.current?.focus()
  }, [isCleared])

  return (
    <>
      {cards.length > 0 && !isCleared ? (
        <Shelf
          id="recently-viewed"
          title="Recently viewed"
          cards={cards}
          button={
            <Button look="outline" onClick={clear}>
              Clear the list
            </Button>
          }
        />
      ) : null}
      <output ref={note} tabIndex={-1} className="block text-center text-ink-soft outline-none empty:hidden">
        {isCleared ? 'The list of what you have viewed is cleared. It was only in this browser.' : null}
      </output>
    </>
  )
}

type ShelfProps = { id: string; title: string; cards: readonly CardProduct[]; button: ReactNode }

function Shelf({ id, title, cards, button }: ShelfProps) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 lg:mb-12">
        <SectionHeading id={id}>{title}</SectionHeading>
        {button}
      </div>
      <ProductGrid products={cards.slice(0, SHOWN)} columns="four" renderAction={renderCardActions} />
    </section>
  )
}
