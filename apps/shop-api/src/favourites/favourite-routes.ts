import {
  changedFavourites,
  type FavouriteChange,
  FAVOURITES_MAX,
} from '@nashta/contracts/favourites/favourite-rules'
import * as contract from '@nashta/contracts/favourites/favourites'
import { type Route, route } from '@nashta/service-kit/http/routes'
import type { ProductStore } from '../catalogue/product-store.ts'
import type { FavouriteStore } from './favourite-store.ts'

export type FavouriteDeps = { favourites: FavouriteStore; products: ProductStore }

export function favouriteRoutes({ favourites, products }: FavouriteDeps): Route[] {
  const existing = async (ids: readonly string[]) =>
    new Set((await products.findMany(ids)).map(({ products_id }) => products_id))

  /** Favourites that the shop no longer has make room only when the list is full. */
  async function makeRoom(userId: string) {
    const before = await favourites.read(userId)
    if (before.length < FAVOURITES_MAX) return
    const found = await existing(before)
    if (found.size < before.length)
      await favourites.update(userId, (ids) => ids.filter((id) => found.has(id)))
  }

  return [
    route(contract.listFavourites, async ({ caller }) => ({
      data: { productIds: [...(await favourites.read(caller.sub))] },
    })),
    route(contract.changeFavourites, async ({ caller, body: { changes } }) => {
      const added = changes.filter(({ isFavourite }) => isFavourite)
      const known = added.length > 0 ? await existing(added.map(({ productId }) => productId)) : new Set()
      if (known.size > 0) await makeRoom(caller.sub)
      const possible = changes.filter(
        (change: FavouriteChange) => !change.isFavourite || known.has(change.productId),
      )
      const productIds = await favourites.update(caller.sub, (ids) => changedFavourites(ids, possible))
      return { data: { productIds: [...productIds] } }
    }),
  ]
}
