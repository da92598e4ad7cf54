/** The browser's storage, wrapped so that no call throws. */
export type BrowserStorage = {
  /** Null for an absent key, and where storage cannot be read. */
  getItem: (key: string) => string | null
  /** False when nothing was written. */
  setItem: (key: string, value: string) => boolean
  removeItem: (key: string) => void
}

/**
 * Storage may be absent, forbidden or full. On a server, where there is no `document`, it counts as
 * absent. Where it is forbidden, even reading the property throws.
 */
export function browserStorage(area: 'localStorage' | 'sessionStorage'): BrowserStorage {
  return guardStorage(attempt(() => ('document' in globalThis ? globalThis[area] : null)))
}

/** Makes storage that never throws. `null` is absent storage. */
export function guardStorage(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
): BrowserStorage {
  return {
    getItem: (key) => attempt(() => storage?.getItem(key) ?? null),
    setItem: (key, value) =>
      attempt(() => {
        storage?.setItem(key, value)
        return storage !== null
      }) ?? false,
    removeItem: (key) => void attempt(() => storage?.removeItem(key)),
  }
}

/** Null when the work throws. */
function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
