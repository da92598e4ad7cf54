const FIRST_PAUSE_MS = 1000
const PAUSE_MAX_MS = 30_000

type Options = {
  /** Ends the retries. An attempt that has started is not interrupted. */
  signal?: AbortSignal
  /** Called once, when the first attempt has failed. */
  onFirstFailure?: () => void
}

/**
 * Loads a module. Retries with growing pauses, and at once when the browser is online again, until
 * the module is loaded, or until the signal is aborted: then the result is null.
 */
export async function loadWithRetry<Module>(
  load: () => Promise<Module>,
  options?: Options & { signal?: undefined },
): Promise<Module>
export async function loadWithRetry<Module>(
  load: () => Promise<Module>,
  options: Options,
): Promise<Module | null>
export async function loadWithRetry<Module>(
  load: () => Promise<Module>,
  { signal, onFirstFailure }: Options = {},
): Promise<Module | null> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, PAUSE_MAX_MS)) {
    if (signal?.aborted) return null
    try {
      return await load()
    } catch {
      if (pause === FIRST_PAUSE_MS) onFirstFailure?.()
      await pauseOrOnline(pause)
    }
  }
}

function pauseOrOnline(ms: number) {
  return new Promise<void>((resolve) => {
    function end() {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
  })
}
