const AGAIN_MS = 3000

/** For code that a page works on without: where the store is out of reach, it is fetched as soon as it is not. */
export async function loadUntilThere<Module>(
  load: () => Promise<Module>,
  signal: AbortSignal,
): Promise<Module | null> {
  while (!signal.aborted) {
    try {
      return await load()
    } catch {
      await new Promise((again) => setTimeout(again, AGAIN_MS))
    }
  }
  return null
}
