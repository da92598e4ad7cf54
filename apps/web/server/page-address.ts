import type { ServerBuild } from 'react-router'

/** No page reads more of a value than this. The rest is cut off: otherwise it could fill the cache with equal pages. */
const VALUE_MAX_LENGTH = 512

/** The names of the query parameters that a page reads, by its path: `/collections/allproducts` → `['search', …]`. */
type QueryNames = ReadonlyMap<string, readonly string[]>

/** A route declares the parameters it reads: `handle = { query: ['search'] }`. */
export function queryNamesByPath(routes: ServerBuild['routes']): QueryNames {
  return new Map(
    Object.values(routes).flatMap((route) => {
      const names = declaredNames(route?.module.handle)
      return names ? [[`/${route?.path ?? ''}`, names]] : []
    }),
  )
}

/**
 * The cache key and the URL that a page is rendered from: its path and the parameters that it reads, in a fixed order.
 * Any other parameter is dropped.
 */
export function pageAddress(url: string, queryNames: QueryNames): string {
  const end = url.indexOf('?')
  if (end === -1) return url

  const path = url.slice(0, end)
  // React Router loads the data of /snacks from /snacks.data; /snacks/ is the same page as /snacks.
  const names = queryNames.get(path.replace(/(?:\.data|\/)$/, '')) ?? []
  const requested = new URLSearchParams(url.slice(end))
  const known = new URLSearchParams()
  for (const name of names) {
    const value = requested.get(name)?.slice(0, VALUE_MAX_LENGTH)
    if (value) known.set(name, value)
  }
  return known.size > 0 ? `${path}?${known.toString()}` : path
}

function declaredNames(handle: unknown): readonly string[] | null {
  if (typeof handle !== 'object' || handle === null || !('query' in handle)) return null
  return Array.isArray(handle.query) ? handle.query : null
}
