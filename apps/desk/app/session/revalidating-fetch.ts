type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** How many responses are cached. An operator switches between a few lists. */
const CACHED_MAX = 20

/** Repeats a GET with the ETag of its last response. A 304 becomes that response: polls of a list then cost little. */
export function revalidatingFetch(fetch: Fetch): Fetch {
  const cached = new Map<string, { etag: string; body: string }>()

  return async (url, init) => {
    if ((init.method ?? 'GET') !== 'GET') return fetch(url, init)
    const headers = new Headers(init.headers)
    // Another operator may be shown something else at the same address.
    const key = `${headers.get('authorization') ?? ''} ${url}`
    const last = cached.get(key)
    if (last) headers.set('if-none-match', last.etag)
    const response = await fetch(url, { ...init, headers })
    if (response.status === 304 && last) return new Response(last.body)

    const etag = response.headers.get('etag')
    // A key that is set again keeps its old place in a Map. Deleting it first moves it to the end; the oldest entry is at
    // the start.
    cached.delete(key)
    if (!response.ok || !etag) return response
    const body = await response.text()
    cached.set(key, { etag, body })
    const [oldest] = cached.keys()
    if (cached.size > CACHED_MAX && oldest !== undefined) cached.delete(oldest)
    return new Response(body, { status: response.status })
  }
}
