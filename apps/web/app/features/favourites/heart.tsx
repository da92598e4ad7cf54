import type { CartProduct } from '@nashta/contracts/cart/cart-rules'
import { lineName } from '@nashta/contracts/catalogue/line-name'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { FAVOURITES_FULL, favouriteLabel } from './favourite-texts.ts'
import { favouritesOf, subscribeToFavourites } from './favourites.ts'
import { setFavourite, syncFavourites } from './press-heart.ts'

export type HeartProps = { userId: string | undefined; product: CartProduct; children?: string }

/**
 * Makes a product a favourite. The looks are in product-card.css, because pages have many hearts. A press
 * before hydration is kept by the starter script. `children` is shown beside the heart.
 */
export function Heart({ userId, product, children }: HeartProps) {
  const { products_id: productId } = product
  const [isFull, setFull] = useState(false)
  const isFavourite = useIsFavourite(userId, productId)
  useEffect(() => {
    if (userId !== undefined) void syncFavourites(userId)
  }, [userId])

  return (
    <>
      <button
        type="button"
        className={children === undefined ? 'heart' : 'heart with-text'}
        aria-pressed={isFavourite}
        aria-label={favouriteLabel(lineName(product))}
        onClick={() => setFull(!setFavourite(userId, { productId, isFavourite: !isFavourite }))}
      >
        {children}
      </button>
      {isFull ? (
        <span role="alert" className="heart-note">
          {FAVOURITES_FULL}
        </span>
      ) : null}
    </>
  )
}

function useIsFavourite(userId: string | undefined, productId: string) {
  return useSyncExternalStore(
    subscribeToFavourites,
    () => favouritesOf(userId).ids.includes(productId),
    () => false,
  )
}

const NO_IDS: readonly string[] = []

export function useFavourites(userId: string | undefined): readonly string[] {
  return useSyncExternalStore(
    subscribeToFavourites,
    () => favouritesOf(userId).ids,
    () => NO_IDS,
  )
}
