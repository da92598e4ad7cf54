/**
 * Caches a value until the next tick of the event loop, so that requests that arrive together share one read. Call
 * `clear` after changing the value in this process.
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
