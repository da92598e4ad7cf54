/** Between two looks. An answer of the API may lag behind the catalogue for as long. */
const LOOK_EVERY_MS = 1000
const UNKNOWN = 'unknown'

export type WatchCatalogueDeps = {
  /** The version as it is at this moment; null, or an error, when it cannot be had. */
  look: () => string | null | Promise<string | null>
  now: () => Date
}

/**
 * The catalogue's version as it was a look ago: pages made anew for it find no answer that is older. Only the first
 * look is waited for, so an API that is away or slow holds up no page that is already known.
 */
export function watchCatalogue({ look, now }: WatchCatalogueDeps) {
  let version: string | undefined
  let seen: string | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  async function refresh() {
    try {
      const latest = (await look()) ?? seen
      version = seen ?? latest
      seen = latest
    } catch {
      // The last version seen still stands.
    }
    lookedAt = now().getTime()
    looking = undefined
  }

  return function catalogueVersion(): string | Promise<string> {
    if (now().getTime() - lookedAt >= LOOK_EVERY_MS) looking ??= refresh()
    if (version !== undefined || !looking) return version ?? UNKNOWN
    return looking.then(() => version ?? UNKNOWN)
  }
}
