import { changedFavourites, type FavouriteChange } from '@nashta/contracts/favourites/favourite-rules'
import { favouritesOf, storeFavourites } from './favourites.ts'

/** Returns false when the list is full. */
export function setFavourite(userId: string | undefined, change: FavouriteChange): boolean {
  const { ids, pending } = favouritesOf(userId)
  const changed = changedFavourites(ids, [change])
  if (changed === ids) return false
  const others = pending.filter(({ productId }) => productId !== change.productId)
  storeFavourites(userId, { ids: changed, pending: userId === undefined ? [] : [...others, change] })
  if (userId !== undefined) void sendFavourites(userId)
  return true
}

let synced: string | null = null

/** Asks the store once in a visit what other devices have changed, and sends what it does not have. */
export function syncFavourites(userId: string) {
  if (synced === userId) return
  synced = userId
  void sendFavourites(userId)
}

async function sendFavourites(userId: string) {
  try {
    const { send } = await import('./send-favourites.ts')
    await send(userId)
  } catch {
    // What is pending stays in storage. It is sent when the line is back, and at the next visit.
    synced = null
    addEventListener('online', () => syncFavourites(userId), { once: true })
  }
}
