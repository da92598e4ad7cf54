const RETRY_DELAY_MS = 3000

/** Loads a module, and retries after each failure. Null when the signal aborts before an attempt starts. */
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
