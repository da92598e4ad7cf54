export type Mutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * A mutex per key. Writes of one process for the same shopper would only conflict with each other; writes of other
 * processes are kept apart by conditions.
 */
export function createMutex(): Mutex {
  const tails = new Map<string, Promise<unknown>>()

  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve()
    const tail = before.then(work, work)
    tails.set(key, tail)
    try {
      return await tail
    } finally {
      if (tails.get(key) === tail) tails.delete(key)
    }
  }
}
