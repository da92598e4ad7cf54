const POLL_EVERY_MS = 1000
const INITIAL = 'initial'

/** `fetchEtag` fetches the ETag of the product list. */
export type WatchCatalogueDeps = { fetchEtag: () => Promise<string>; now: () => Date }

/**
 * The catalogue version of a remote Shop API: the ETag of its product list. Reading it starts a poll in the background
 * when the last one is over a second old, and returns the ETag before the last one seen: several processes may serve
 * the Shop API, and one of them may be a second behind the one that was polled. While the API does not respond, the
 * last version stays, so cached pages are still served. The first ETag counts as the initial version, so that pages
 * rendered before the first response stay cached: their data was requested after that poll.
 */
export function watchCatalogue({ fetchEtag, now }: WatchCatalogueDeps): () => string {
  let version: string | null = null
  let initial: string | null = null
  let seen: string | null = null
  let polledAt = Number.NEGATIVE_INFINITY
  let isPolling = false

  async function poll() {
    isPolling = true
    try {
      const etag = await fetchEtag()
      version = seen ?? etag
      seen = etag
      initial ??= etag
    } catch {
      // The last version stays.
    }
    polledAt = now().getTime()
    isPolling = false
  }

  return function catalogueVersion() {
    if (!isPolling && now().getTime() - polledAt >= POLL_EVERY_MS) void poll()
    return version === null || version === initial ? INITIAL : version
  }
}
