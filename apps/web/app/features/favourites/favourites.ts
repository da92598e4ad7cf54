import { browserStorage } from '@nashta/browser/storage/browser-storage'
import type { FavouriteChange } from '@nashta/contracts/favourites/favourite-rules'

// Pages with cards load this module, so it has no schemas, and what is sent is in `send-favourites.ts`.

/** The favourites as this browser shows them, newest first, and the changes that the store does not have yet. */
export type Favourites = { ids: readonly string[]; pending: readonly FavouriteChange[] }

const NONE: Favourites = { ids: [], pending: [] }
/** A guest has no pending changes: they are only in the browser. */
const KEY = 'nashta.favourites'
const VERSION = 1

const read = new Map<string, Favourites>()
const listeners = new Set<() => void>()

function favouritesKey(userId: string | undefined) {
  return userId === undefined ? KEY : `${KEY}.${userId}`
}

/** The same object until the favourites change. */
export function favouritesOf(userId: string | undefined): Favourites {
  const key = favouritesKey(userId)
  const known = read.get(key)
  if (known) return known
  const found = parse(browserStorage('localStorage').getItem(key))
  read.set(key, found)
  return found
}

/** A record that is not ours counts as empty. */
function parse(text: string | null): Favourites {
  try {
    const { version, data } = JSON.parse(text ?? 'null')
    const isOurs = version === VERSION && data.ids.every(isText) && data.pending.every(isChange)
    return isOurs ? data : NONE
  } catch {
    return NONE
  }
}

function isText(value: unknown) {
  return typeof value === 'string'
}

function isChange({ productId, isFavourite }: Record<string, unknown>) {
  return isText(productId) && typeof isFavourite === 'boolean'
}

export function storeFavourites(userId: string | undefined, data: Favourites) {
  const key = favouritesKey(userId)
  read.set(key, data)
  browserStorage('localStorage').setItem(key, JSON.stringify({ version: VERSION, data }))
  for (const notify of listeners) notify()
}

export function subscribeToFavourites(notify: () => void) {
  if (listeners.size === 0) addEventListener('storage', readAgain)
  listeners.add(notify)
  return () => {
    listeners.delete(notify)
    if (listeners.size === 0) removeEventListener('storage', readAgain)
  }
}

/** Another tab has changed the favourites. */
function readAgain({ key }: StorageEvent) {
  if (key !== null && !key.startsWith(KEY)) return
  read.clear()
  for (const notify of listeners) notify()
}
