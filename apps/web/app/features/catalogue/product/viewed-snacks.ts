import { browserStorage } from '@nashta/browser/storage/browser-storage'

/** In localStorage: the ids of the snacks that were last looked at, newest first. The store never gets them. */
const VIEWED_KEY = 'nashta.viewed'
const VIEWED_MAX = 12
const VERSION = 1

// Product pages load this module, so it has no schemas.

export function readViewed(): readonly string[] {
  try {
    const { version, data } = JSON.parse(browserStorage('localStorage').getItem(VIEWED_KEY) ?? 'null')
    const isOurs = version === VERSION && data.every((id: unknown) => typeof id === 'string')
    return isOurs ? data : []
  } catch {
    // There is no record, or another page has written it.
    return []
  }
}

export function saveViewed(productId: string) {
  const data = [productId, ...readViewed().filter((id) => id !== productId)].slice(0, VIEWED_MAX)
  browserStorage('localStorage').setItem(VIEWED_KEY, JSON.stringify({ version: VERSION, data }))
}

export function forgetViewed() {
  browserStorage('localStorage').removeItem(VIEWED_KEY)
}
