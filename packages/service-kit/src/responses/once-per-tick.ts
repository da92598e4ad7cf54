/**
 * Caches a value until the next tick of the event loop: requests that arrive together share one read, and no
 * value outlives the tick. `clear` drops it at once, after a change made by this process.
 */
export function oncePerTick<T>(read: () => T) {
  let cached: { value: T } | undefined
  const clear = () => {
    cached = undefined
  }

  function readOnce(): T {
    if (!cached) {
      cached = { value: read() }
      setImmediate(clear)
    }
    return cached.value
  }
  readOnce.clear = clear
  return readOnce
}
