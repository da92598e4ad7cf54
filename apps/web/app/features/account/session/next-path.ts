import { useHydrated } from '@nashta/ui/use-hydrated'
import { useLocation } from 'react-router'

/** The pages that send guests to sign in, and to which they return. */
const RETURNS_TO = /^\/(?:checkout|order-success|purchase-history|profile|product\/[^/]+)$/

/** Any base works: a link that leads to another origin is not a path of this store. */
const HERE = 'http://store.invalid'

/** The address of the sign-in or sign-up page; `next` is where the shopper goes afterwards. */
export function withNextPath(page: '/signin' | '/signup', next: string | null): string {
  return next === null ? page : `${page}?next=${encodeURIComponent(next)}`
}

/** Where to go after signing in: one of the pages above, or null. A crafted link cannot lead elsewhere. */
export function nextPathOf(search: string): string | null {
  const next = new URLSearchParams(search).get('next')
  if (!next || !URL.canParse(next, HERE)) return null
  const { origin, pathname, search: query } = new URL(next, HERE)
  return origin === HERE && RETURNS_TO.test(pathname) ? pathname + query : null
}

/** Null until hydration: the server's page is the same for every query. */
export function useNextPath(): string | null {
  const { search } = useLocation()
  return useHydrated() ? nextPathOf(search) : null
}
