import {
  changedFavourites,
  type FavouriteChange,
  FAVOURITES_MAX,
} from '@nashta/contracts/favourites/favourite-rules'
import { changeFavourites, listFavourites } from '@nashta/contracts/favourites/favourites'
import { fetchShop } from '../../data/calls/fetch-shop.ts'
import { favouritesOf, storeFavourites } from './favourites.ts'

let sending: Promise<void> = Promise.resolve()

/**
 * Sends the pending changes of a shopper, and shows what the store has. The favourites of the guest who
 * has signed in join them first. Changes are sets, so a request that is repeated does no harm.
 */
export function send(userId: string): Promise<void> {
  sending = sending.catch(() => {}).then(() => sendPending(userId))
  return sending
}

async function sendPending(userId: string) {
  joinGuest(userId)
  const { pending } = favouritesOf(userId)
  const changes = pending.slice(0, FAVOURITES_MAX)
  const params = { userId }
  const { data } =
    changes.length === 0
      ? await fetchShop(listFavourites, { params })
      : await fetchShop(changeFavourites, { params, body: { changes: [...changes] } })
  // The shopper may have pressed more hearts meanwhile.
  const rest = favouritesOf(userId).pending.filter((change) => !changes.some((sent) => isSame(sent, change)))
  storeFavourites(userId, { ids: changedFavourites(data.productIds, rest), pending: rest })
  if (rest.length > 0) await sendPending(userId)
}

function isSame(one: FavouriteChange, other: FavouriteChange) {
  return one.productId === other.productId && one.isFavourite === other.isFavourite
}

function joinGuest(userId: string) {
  const guest = favouritesOf(undefined).ids
  if (guest.length === 0) return
  const { ids, pending } = favouritesOf(userId)
  // Oldest first, so that the newest is on top.
  const joining = guest.toReversed().map((productId) => ({ productId, isFavourite: true }))
  const waiting = new Set(guest)
  const others = pending.filter(({ productId }) => !waiting.has(productId))
  storeFavourites(userId, { ids: changedFavourites(ids, joining), pending: [...others, ...joining] })
  storeFavourites(undefined, { ids: [], pending: [] })
}
