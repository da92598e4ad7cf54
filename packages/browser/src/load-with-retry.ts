const RETRY_DELAY_MS = 3000

/**
 * Loads a module. Retries until it is loaded, or until the signal is aborted: then the result is
 * null. An attempt that has started is not interrupted.
 */
export async function loadWithRetry<Module>(load: () => Promise<Module>): Promise<Module>
export async function loadWithRetry<Module>(
  load: () => Promise<Module>,
  signal: AbortSignal,
): Promise<Module | null>
export async function loadWithRetry<Module>(
  load: () => Promise<Module>,
  signal?: AbortSignal,
): Promise<Module | null> {
  for (;;) {
    if (signal?.aborted) return null
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
    }
  }
}
