/** Runs the work after all earlier work with the same key has ended. */
export type Mutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Creates a mutex that runs the transactions of a shopper one at a time. Without the mutex, these
 * transactions would conflict and need retries. Transactions of different processes can still
 * conflict. The conditions of their writes detect the conflict.
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
