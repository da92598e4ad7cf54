/** Runs `work` at an interval. A run is skipped while the previous one has not finished. */
export function repeat(work: () => Promise<void>, everyMs: number, reportError: (error: unknown) => void) {
  let running: Promise<void> | undefined

  const timer = setInterval(() => {
    running ??= work()
      .catch(reportError)
      .finally(() => {
        running = undefined
      })
  }, everyMs)
  timer.unref()

  return {
    /** Starts no more runs, and waits for the current one. */
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
