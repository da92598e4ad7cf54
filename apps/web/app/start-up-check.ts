import { loadWithRetry } from '@nashta/browser/load-with-retry'
import { useEffect } from 'react'
import { PRODUCT_POLLING_INTERVAL_MS, pollDelay } from './data/polling.ts'
import { setReached } from './data/reachability.ts'

/** The line that the specification wants in the log. */
const START_UP_FAILED = 'Start-up failed: the store could not be reached. Falling back to local storage'

/**
 * The start-up check is the first call of the catalogue, made when the page is idle. It is repeated until the store
 * responds. Its list is saved for when the store is unreachable; the rest of the shop follows one polling interval later,
 * when it no longer competes with the loading of the page.
 */
export function useStartUpCheck() {
  useEffect(() => {
    const controller = new AbortController()
    void startUp(controller.signal)
    return () => controller.abort()
  }, [])
}

async function startUp(signal: AbortSignal) {
  await idle()
  const page = await checkStartUp(signal)
  await delay(PRODUCT_POLLING_INTERVAL_MS)
  if (!page || signal.aborted) return
  const copy = await loadWithRetry(() => import('./offline-copy.ts'), signal)
  await copy?.saveWholeShop({ hasMore: page.nextCursor !== null })
}

async function checkStartUp(signal: AbortSignal) {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      const { findFirstProducts } = await import('./data/catalogue-calls.ts')
      return await findFirstProducts()
    } catch {
      setReached(false)
      // oxlint-disable-next-line no-console -- the specification wants a failed start-up in the log
      if (attempt === 1) console.warn(START_UP_FAILED)
      await delay(pollDelay({ dataUpdatedAt: 0, errorUpdatedAt: Date.now() }))
    }
  }
  return null
}

function idle() {
  return new Promise<unknown>((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve)
    else setTimeout(resolve, 1000)
  })
}

function delay(ms: number) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
