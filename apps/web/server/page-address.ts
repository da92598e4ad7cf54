import type { ServerBuild } from 'react-router'

/** Longer values than any page takes are cut, so that an address says no more than a page reads. */
const VALUE_MAX = 512

/** The parameters that each page reads, by its path. */
export type QueryReaders = ReadonlyMap<string, readonly string[]>

/** Routes that read their query say so: `handle = { query: ['search'] }`. */
export function queryReadersOf(routes: ServerBuild['routes']): QueryReaders {
  return new Map(
    Object.values(routes).flatMap((route) => {
      const query = queryOf(route?.module.handle)
      return query ? [[`/${route?.path ?? ''}`, query]] : []
    }),
  )
}

/**
 * What a page is made from and known by: its path and the parameters it reads, in one order. Whatever else a
 * visitor appends, it is the same page.
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
