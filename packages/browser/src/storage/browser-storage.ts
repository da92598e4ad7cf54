/** The browser's storage, wrapped so that no call throws. */
export type BrowserStorage = {
  /** Null for an absent key, and where storage cannot be read. */
  getItem: (key: string) => string | null
  /** False when nothing was written. */
  setItem: (key: string, value: string) => boolean
  removeItem: (key: string) => void
}

/** Storage may be absent (on a server), forbidden (then even reading the property throws) or full. */
export function browserStorage(area: 'localStorage' | 'sessionStorage'): BrowserStorage {
  return guardStorage(attempt(() => ('document' in globalThis ? globalThis[area] : null)))
}

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

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
