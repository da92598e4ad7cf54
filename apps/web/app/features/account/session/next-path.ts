import { useHydrated } from '@nashta/ui/use-hydrated'
import { useLocation } from 'react-router'

/** The pages that send guests to sign in, and to which they return. */
const RETURNS_TO = /^\/(?:checkout|order-success|purchase-history|profile|product\/[^/]+)$/

/** The base that `next` is parsed against: a link to another origin is not a path of this store. */
const BASE = 'http://store.invalid'

/** The address of the sign-in or sign-up page; `next` is the path that the shopper goes to afterwards. */
export function withNextPath(page: '/signin' | '/signup', next: string | null): string {
  return next === null ? page : `${page}?next=${encodeURIComponent(next)}`
}

/** The path to go to after signing in; null unless it is one of the pages above. A crafted link cannot lead elsewhere. */
export function nextPathOf(search: string): string | null {
  const next = new URLSearchParams(search).get('next')
  if (!next || !URL.canParse(next, BASE)) return null
  const { origin, pathname, search: query } = new URL(next, BASE)
  return origin === BASE && RETURNS_TO.test(pathname) ? pathname + query : null
}

/** The next path of the current page; null until hydration, because the server renders one page for every query. */
export function useNextPath(): string | null {
  const { search } = useLocation()
  return useHydrated() ? nextPathOf(search) : null
}
