type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The most responses that are cached. An operator switches between a few lists. */
const CACHED_MAX = 20

/**
 * Sends every GET with the ETag of the last response to it. On a 304 it returns the last response
 * again, so polling a list costs little.
 */
export function revalidatingFetch(fetch: Fetch): Fetch {
  const cached = new Map<string, { etag: string; body: string }>()

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
    // The cached response is outdated, even if the new response cannot be cached. After this
    // deletion, `set` adds the key at the end of the Map, so the first key is always the oldest.
    cached.delete(key)
    if (!response.ok || !etag) return response
    const body = await response.text()
    cached.set(key, { etag, body })
    const [oldestKey] = cached.keys()
    if (cached.size > CACHED_MAX && oldestKey !== undefined) cached.delete(oldestKey)
    return new Response(body, { status: response.status })
  }
}
