import type { ServerBuild } from 'react-router'

/** No page reads more of a value, so longer values are cut: the same page keeps the same address. */
const VALUE_MAX = 512

/** The query parameters that a page reads, by its path. */
export type QueryReaders = ReadonlyMap<string, readonly string[]>

/** A route declares the parameters it reads: `handle = { query: ['search'] }`. */
export function queryReadersOf(routes: ServerBuild['routes']): QueryReaders {
  return new Map(
    Object.values(routes).flatMap((route) => {
      const query = queryOf(route?.module.handle)
      return query ? [[`/${route?.path ?? ''}`, query]] : []
    }),
  )
}

/**
 * The cache key and the URL a page is rendered from: its path and the parameters it reads, in a fixed order. Any other
 * parameter is dropped.
 */
export function pageAddress(url: string, readers: QueryReaders): string {
  const end = url.indexOf('?')
  if (end === -1) return url

  const path = url.slice(0, end)
  const names = readers.get(path.replace(/(?:\.data|\/)$/, '')) ?? []
  const asked = new URLSearchParams(url.slice(end))
  const read = new URLSearchParams()
  for (const name of names) {
    const value = asked.get(name)?.slice(0, VALUE_MAX)
    if (value) read.set(name, value)
  }
  return read.size > 0 ? `${path}?${read.toString()}` : path
}

function queryOf(handle: unknown): readonly string[] | null {
  if (typeof handle !== 'object' || handle === null || !('query' in handle)) return null
  return Array.isArray(handle.query) ? handle.query : null
}
