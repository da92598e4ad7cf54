import { SHOP_API_BASE } from '@nashta/contracts/endpoint'
import { listProducts } from '@nashta/contracts/product'
import type { FetchApi } from '../app/server/shop-api.server.ts'

/** How long a change in another process may go unseen. */
const LOOK_EVERY_MS = 1000
const UNKNOWN = 'unknown'

export type WatchCatalogueDeps = { fetchApi: FetchApi; now: () => Date }

/**
 * The catalogue's version as seen from afar: the tag of its list. Only the first look is waited for, so an
 * API that is away or slow holds up no page that is already known.
 */
export function watchCatalogue({ fetchApi, now }: WatchCatalogueDeps) {
  let version: string | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  let look: Promise<void> | undefined

  async function refresh() {
    try {
      const response = await fetchApi(SHOP_API_BASE + listProducts.path, { method: 'HEAD' })
      version = response.headers.get('etag') ?? version
    } catch {
      // The last version seen still stands.
    }
    lookedAt = now().getTime()
    look = undefined
  }

  return function catalogueVersion(): string | Promise<string> {
    if (now().getTime() - lookedAt >= LOOK_EVERY_MS) look ??= refresh()
    if (version !== undefined || !look) return version ?? UNKNOWN
    return look.then(() => version ?? UNKNOWN)
  }
}
