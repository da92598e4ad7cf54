const RETRY_DELAY_MS = 3000

/** Loads a module and retries while the store is unreachable, until the signal aborts; then the result is null. */
export async function loadWithRetry<Module>(
  load: () => Promise<Module>,
  signal: AbortSignal,
): Promise<Module | null> {
  while (!signal.aborted) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
    }
  }
  return null
}
