const POLL_INTERVAL_MS = 1000
const INITIAL = 'initial'
/** Differs from all ETags. */
const UNKNOWN_ETAGS = ''

/** `fetchEtags` fetches the ETags of the product list and of the shop's record, as one string. */
export type WatchCatalogueDeps = { fetchEtags: () => Promise<string>; now: () => Date }

/**
 * Returns a function that returns the catalogue version of a remote Shop API. A call of the
 * function fetches the ETags in the background when the last poll is at least a second old.
 *
 * - New ETags become the version one poll later. After a change, some processes of the Shop API
 *   send old data for up to a second. If the version changed at once, a page rendered with old data
 *   would stay cached under the new version.
 * - Before the first response of the API, the version is `initial`. The ETags of the first response
 *   keep that version, so that pages rendered before it stay cached. If the first poll fails, they
 *   do not keep it, because the catalogue may have changed since a page was rendered.
 * - While the API does not respond, the version stays the same, so that cached pages are served.
 */
export function watchCatalogue({ fetchEtags, now }: WatchCatalogueDeps): () => string {
  let version = INITIAL
  /** Becomes the version at the next poll that succeeds. */
  let nextVersion = INITIAL
  let firstEtags: string | null = null
  let polledAt = Number.NEGATIVE_INFINITY
  let isPolling = false

  async function poll() {
    isPolling = true
    try {
      const etags = await fetchEtags()
      firstEtags ??= etags
      version = nextVersion
      nextVersion = etags === firstEtags ? INITIAL : etags
    } catch {
      // The version stays the same.
      firstEtags ??= UNKNOWN_ETAGS
    }
    polledAt = now().getTime()
    isPolling = false
  }

  return function catalogueVersion() {
    // The absolute difference, because the clock may have been set back.
    if (!isPolling && Math.abs(now().getTime() - polledAt) >= POLL_INTERVAL_MS) void poll()
    return version
  }
}
