export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * What one process does for the same shopper happens one after the other: it would only get into its own
 * way. Other processes are kept apart by conditions.
 */
export function createInTurn(): InTurn {
  const last = new Map<string, Promise<unknown>>()

  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const turn = before.then(work, work)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}
