const POLL_INTERVAL_MS = 1000
const INITIAL = 'initial'

/** `fetchEtag` fetches the ETags of the product list and of the shop's record, as one string. */
export type WatchCatalogueDeps = { fetchEtag: () => Promise<string>; now: () => Date }

/**
 * Returns a function that returns the catalogue version of a remote Shop API. The version is the string of `fetchEtag`.
 * A call polls it in the background when the last poll is at least a second old.
 *
 * - A new ETag becomes the version one poll later. Processes of the Shop API may get a change up to a second apart, and
 *   a page rendered with data of an outdated process would stay cached under the new version.
 * - The first ETag counts as the version `initial`, so that pages rendered before the first response stay cached.
 * - While the API does not respond, the version stays, so that cached pages are still served.
 */
export function watchCatalogue({ fetchEtag, now }: WatchCatalogueDeps): () => string {
  let version: string | null = null
  let firstEtag: string | null = null
  /** The ETag of the poll before. */
  let etagBefore: string | null = null
  let polledAt = Number.NEGATIVE_INFINITY
  let isPolling = false

  async function poll() {
    isPolling = true
    try {
      const etag = await fetchEtag()
      version = etagBefore ?? etag
      etagBefore = etag
      firstEtag ??= etag
    } catch {
      // The version stays.
    }
    polledAt = now().getTime()
    isPolling = false
  }

  return function catalogueVersion() {
    if (!isPolling && now().getTime() - polledAt >= POLL_INTERVAL_MS) void poll()
    return version === null || version === firstEtag ? INITIAL : version
  }
}
