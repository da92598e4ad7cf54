/**
 * Remembers an answer until the event loop turns: a crowd that arrives together asks the database or the clock
 * once, and nothing is ever older than that. Who changes the answer makes it forget at once.
 */
export function oncePerTurn<T>(read: () => T) {
  let known: { value: T } | undefined
  const forget = () => {
    known = undefined
  }

  function ask(): T {
    if (!known) {
      known = { value: read() }
      setImmediate(forget)
    }
    return known.value
  }
  ask.forget = forget
  return ask
}
