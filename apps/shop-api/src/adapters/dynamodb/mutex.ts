/** Runs the work after all earlier work with the same key has ended. */
export type Mutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Saves retries: without it, concurrent transactions for the same shopper would conflict. Conflicts
 * with other processes are still possible. The conditions of the writes detect them.
 */
export function createMutex(): Mutex {
  const lastWork = new Map<string, Promise<unknown>>()

  return async (key, work) => {
    const previous = lastWork.get(key) ?? Promise.resolve()
    // `work` runs whether the previous work succeeded or failed.
    const current = previous.then(work, work)
    lastWork.set(key, current)
    try {
      return await current
    } finally {
      if (lastWork.get(key) === current) lastWork.delete(key)
    }
  }
}
