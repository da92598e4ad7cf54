/** What a store with changes under way has to tell. */
export type Restless = {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => { pending: readonly unknown[] }
}

/** Resolves once nothing is under way any more, or when waiting has been `enough`. */
export function whenQuiet({ subscribe, getSnapshot }: Restless, enough: Promise<void>): Promise<void> {
  const isQuiet = () => getSnapshot().pending.length === 0
  return new Promise((resolve) => {
    const leave = subscribe(() => isQuiet() && finish())
    function finish() {
      leave()
      resolve()
    }
    if (isQuiet()) finish()
    else void enough.then(finish)
  })
}
