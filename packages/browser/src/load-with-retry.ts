const RETRY_MS = 3000

/** Loads code that a page works without. While the store is unreachable, it retries until the signal aborts. */
export async function loadWithRetry<Module>(
  load: () => Promise<Module>,
  signal: AbortSignal,
): Promise<Module | null> {
  while (!signal.aborted) {
    try {
      return await load()
    } catch {
      await new Promise((retry) => setTimeout(retry, RETRY_MS))
    }
  }
  return null
}
