// Browsers drop control characters from a URL and read a backslash as a slash: `/\evil.example` is
// another host.
const AMBIGUOUS = /[\s\p{Cc}\\]/u

/** A path of this store or an https URL; `javascript:`, `data:` and plain http are refused. */
export function isSafeImageUrl(url: string): boolean {
  if (AMBIGUOUS.test(url)) return false
  if (url.startsWith('/')) return !url.startsWith('//')
  return url.startsWith('https://') && URL.canParse(url) && !hasCredentials(new URL(url))
}

/** The host of a picture's URL; null for a path of this store and for an empty text. */
export function imageHost(url: string): string | null {
  return url.startsWith('https://') ? new URL(url).host : null
}

function hasCredentials(url: URL): boolean {
  return url.username !== '' || url.password !== ''
}
