/** Runs `work` at an interval, and skips a run while the one before is still going on. */
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
    /** Waits for the run that is going on. */
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
