export type RecentOptions<V> = {
  max: number
  /** What a value counts against `max`; one by default. */
  weigh?: (value: V) => number
}

/** Remembers what was used last, up to a bound. */
export function createRecent<V>({ max, weigh = () => 1 }: RecentOptions<V>) {
  const values = new Map<string, V>()
  let weight = 0

  function forget(key: string) {
    const value = values.get(key)
    if (value === undefined) return
    values.delete(key)
    weight -= weigh(value)
  }

  return {
    get(key: string): V | undefined {
      const value = values.get(key)
      if (value === undefined) return undefined
      values.delete(key)
      values.set(key, value)
      return value
    },
    set(key: string, value: V) {
      forget(key)
      values.set(key, value)
      weight += weigh(value)
      for (const oldest of values.keys()) {
        if (weight <= max) break
        forget(oldest)
      }
    },
    forget,
    clear() {
      values.clear()
      weight = 0
    },
  }
}
