import type { ServerBuild } from 'react-router'

/**
 * A page reads at most this many characters of a query value, so the rest of the value is cut off.
 * Without the cut, URLs that differ only in the rest would put equal pages into the cache.
 */
const VALUE_MAX_LENGTH = 512

/**
 * The names of the query parameters that a page reads, by the path of the page:
 * `/collections/allproducts` → `['search', …]`.
 */
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
 * Reduces a URL to the path and the parameters that the page reads, in a fixed order. The result is
 * the cache key of the page, and the URL that the page is rendered from.
 */
export function pageAddress(url: string, queryNames: QueryNames): string {
  const queryStart = url.indexOf('?')
  if (queryStart === -1) return url

  const path = url.slice(0, queryStart)
  const names = queryNames.get(withoutDataSuffix(path)) ?? []
  const requested = new URLSearchParams(url.slice(queryStart))
  const known = new URLSearchParams()
  for (const name of names) {
    // A form repeats a parameter for each choice. A link lists the choices with commas. Both ways
    // get the same address.
    const value = [...new Set(requested.getAll(name))].join(',').slice(0, VALUE_MAX_LENGTH)
    if (value) known.set(name, value)
  }
  return known.size > 0 ? `${path}?${known.toString()}` : path
}

/**
 * A page of the store. `pattern` is the pattern of its route, such as `/product/:id`. `path` is the
 * canonical path: `/product/barfi` for the requested paths `/Product/barfi` and `/product/barfi/`.
 */
export type Page = { pattern: string; path: string }

/** Finds the page for any spelling of its path; null when there is none. */
export type FindPage = (path: string) => Page | null

export function createFindPage(routes: ServerBuild['routes']): FindPage {
  const patterns = Object.values(routes).flatMap((route) => {
    const path = route?.index ? '' : route?.path
    return path === undefined || path === '*' ? [] : [{ pattern: `/${path}`, parts: segmentsOf(path) }]
  })

  return (requested) => {
    const isData = isDataPath(requested)
    const segments = decodedSegments(withoutDataSuffix(requested))
    if (!segments) return null
    for (const { pattern, parts } of patterns) {
      const path = fillPattern(parts, segments)
      if (path) return { pattern, path: isData ? dataPath(path) : path }
    }
    return null
  }
}

/**
 * Turns the path from which React Router loads a page's data into the path of the page:
 * `/snacks.data` into `/snacks`, and `/_.data` into `/`. Other paths stay unchanged.
 */
function withoutDataSuffix(path: string) {
  return path.replace(/\/_\.data$/, '/').replace(/\.data$/, '')
}

export function isDataPath(path: string) {
  return path.endsWith('.data')
}

function dataPath(path: string) {
  return path === '/' ? '/_.data' : `${path}.data`
}

/** The decoded segments without empty ones, with `.` and `..` resolved; null when a segment is not well encoded. */
function decodedSegments(path: string): string[] | null {
  const segments: string[] = []
  try {
    for (const segment of segmentsOf(path).map(decodeURIComponent)) {
      if (segment === '..') segments.pop()
      else if (segment !== '.') segments.push(segment)
    }
  } catch {
    return null
  }
  return segments
}

function segmentsOf(path: string) {
  return path.split('/').filter((segment) => segment !== '')
}

/**
 * Replaces the parameters of a pattern, such as `:id`, by the segments of a path. Returns null when
 * the path does not match the pattern. The case of letters matters only in parameters.
 */
function fillPattern(parts: readonly string[], segments: readonly string[]): string | null {
  if (parts.length !== segments.length) return null
  const filled = parts.map((part, index) => {
    const segment = segments[index] ?? ''
    if (part.startsWith(':')) return encodeURIComponent(segment)
    return part === segment.toLowerCase() ? part : null
  })
  return filled.includes(null) ? null : `/${filled.join('/')}`
}

function declaredNames(handle: unknown): readonly string[] | null {
  if (typeof handle !== 'object' || handle === null || !('query' in handle)) return null
  return Array.isArray(handle.query) ? handle.query : null
}
