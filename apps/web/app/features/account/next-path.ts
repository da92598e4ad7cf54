/** The pages that send people to sign in, and want them back. */
const RETURNS_TO = /^\/(?:checkout|order-success|purchase-history|profile|product\/[^/]+)$/

/** Any base will do: what leads to another one is not a path of this store. */
const HERE = 'http://store.invalid'

/** Signing in or up on the way to somewhere, or for its own sake. */
export function wayIn(page: '/signin' | '/signup', next: string | null): string {
  return next === null ? page : `${page}?next=${encodeURIComponent(next)}`
}

/** Where to go after signing in. Whoever made the link, it leads to one of these pages or nowhere. */
export function nextPathOf(search: string): string | null {
  const next = new URLSearchParams(search).get('next')
  if (!next || !URL.canParse(next, HERE)) return null
  const { origin, pathname, search: query } = new URL(next, HERE)
  return origin === HERE && RETURNS_TO.test(pathname) ? pathname + query : null
}
