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

let synced: { userId: string; done: Promise<void> } | null = null

/**
 * Loads, once in a visit, what other devices have changed, and sends what is pending. Resolves also when
 * the store cannot be reached.
 */
export function syncFavourites(userId: string): Promise<void> {
  if (synced?.userId !== userId) synced = { userId, done: sendFavourites(userId) }
  return synced.done
}

async function sendFavourites(userId: string) {
  try {
    const { send } = await import('./send-favourites.ts')
    await send(userId)
  } catch {
    // What is pending stays in storage. It is sent when the browser is online again, and at the next visit.
    synced = null
    addEventListener('online', () => void syncFavourites(userId), { once: true })
  }
}
