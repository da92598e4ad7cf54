/** What of the browser's storage is needed. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Where storage is full, forbidden or not there, the page itself remembers, for as long as it is open. */
export function createShelf(storage: Shelf | null): Shelf {
  const memory = new Map<string, string>()

  return {
    getItem: (key) => memory.get(key) ?? attempt(() => storage?.getItem(key)) ?? null,
    setItem(key, value) {
      memory.set(key, value)
      attempt(() => {
        if (!storage) return
        storage.setItem(key, value)
        memory.delete(key)
      })
    },
    removeItem(key) {
      memory.delete(key)
      attempt(() => storage?.removeItem(key))
    },
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
