type Fetch = (url: string, init: RequestInit) => Promise<Response>

type CachedResponse = { etag: string; body: string }

/** The most responses that are cached. An operator switches between a few lists. */
const CACHED_MAX = 20

/**
 * Sends every GET with the ETag of the last response to it. On a 304 it returns the last response
 * again, so polling a list costs little.
 */
export function revalidatingFetch(fetch: Fetch): Fetch {
  const cached = new Map<string, CachedResponse>()

  /** Adds the response at the end of the Map, so that the first key is always the oldest. */
  function addNewest(key: string, response: CachedResponse) {
    // `set` alone would leave a known key at its old place.
    cached.delete(key)
    cached.set(key, response)
    const [oldestKey] = cached.keys()
    if (cached.size > CACHED_MAX && oldestKey !== undefined) cached.delete(oldestKey)
  }

  return async (url, init) => {
    if ((init.method ?? 'GET') !== 'GET') return fetch(url, init)
    const headers = new Headers(init.headers)
    // The key contains the token: another operator may get another response for the same URL.
    const key = `${headers.get('authorization') ?? ''} ${url}`
    const last = cached.get(key)
    if (last) headers.set('if-none-match', last.etag)
    const response = await fetch(url, { ...init, headers })
    if (response.status === 304 && last) return new Response(last.body)

    const etag = response.headers.get('etag')
    if (!response.ok || !etag) {
      cached.delete(key)
      return response
    }
    const body = await response.text()
    addNewest(key, { etag, body })
    return new Response(body, { status: response.status })
  }
}
