import { useHydrated } from '@nashta/ui/use-hydrated'
import { useLocation } from 'react-router'

/** The pages that send guests to the sign-in page, and to which shoppers return from it. */
const RETURN_PATHS =
  /^\/(?:checkout|order-success|purchase-history(?:\/[^/]+)?|profile|product\/[^/]+|orders\/[\w-]+)$/

/** Paths are parsed against this base. A link to another site is recognised by its other origin. */
const BASE = 'http://store.invalid'

/** The address of the sign-in or sign-up page; `next` is the path that the shopper goes to afterwards. */
export function withNextPath(page: '/signin' | '/signup', next: string | null): string {
  return next === null ? page : `${page}?next=${encodeURIComponent(next)}`
}

/** The path to go to after signing in. Null outside `RETURN_PATHS`, because a crafted link may name any address. */
export function nextPathOf(search: string): string | null {
  const next = new URLSearchParams(search).get('next')
  if (!next || !URL.canParse(next, BASE)) return null
  const { origin, pathname, search: query, hash } = new URL(next, BASE)
  // A fragment such as `#rate` says what to open on the page.
  return origin === BASE && RETURN_PATHS.test(pathname) ? pathname + query + hash : null
}

/** Why a guest was sent to the sign-in page from this path; null for a guest who came freely. */
export function signInReason(next: string | null): string | null {
  if (next === null) return null
  if (next.startsWith('/checkout')) return 'Sign in to order. Your cart is kept.'
  if (next.endsWith('#rate')) return 'Sign in to rate what you have ordered.'
  if (next.startsWith('/product/')) return 'Sign in to put it into your cart. You come back to it.'
  return next.startsWith('/profile') ? 'Sign in to see your profile.' : 'Sign in to see your orders.'
}

/**
 * The next path of the current page. Null until the page is hydrated, because the server renders
 * the same page for every `next`.
 */
export function useNextPath(): string | null {
  const { search } = useLocation()
  return useHydrated() ? nextPathOf(search) : null
}
