// Browsers drop control characters from a URL and read a backslash as a slash, so either could
// turn a path into another host.
const DISGUISED = /[\s\p{Cc}\\]/u

/** A path of this store, or https elsewhere: no scripts, no data, no plain http. */
export function isSafeImageUrl(url: string): boolean {
  if (DISGUISED.test(url)) return false
  if (url.startsWith('/')) return !url.startsWith('//')
  return url.startsWith('https://') && URL.canParse(url) && !hasCredentials(new URL(url))
}

/** Where a safe picture comes from; null for a path of this store, or none at all. */
export function imageHost(url: string): string | null {
  return url.startsWith('https://') ? new URL(url).host : null
}

function hasCredentials(url: URL): boolean {
  return url.username !== '' || url.password !== ''
}
