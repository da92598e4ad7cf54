import { loadWithRetry } from '@nashta/browser/load-with-retry'
import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { PRODUCT_PAGE_SIZE_MAX } from '@nashta/contracts/constants'
import { useEffect } from 'react'
import { CALL_TIMEOUT_MS } from './data/calls/access-token.ts'
import { PRODUCT_POLLING_INTERVAL_MS, pollDelay } from './data/calls/polling.ts'
import { setReached } from './data/calls/reachability.ts'
import { saveFirstProducts } from './data/products/save-first-products.ts'

/** The line that the specification wants in the log. */
const START_UP_FAILED = 'Start-up failed: the store could not be reached. Falling back to local storage'

const FIRST_PRODUCTS_URL = `${SHOP_API_BASE}/products?limit=${PRODUCT_PAGE_SIZE_MAX}`

/**
 * Fetches the first products when the page is idle, and retries until the store responds. The
 * products are saved for when the store is unreachable. One polling interval later the other
 * products are saved too.
 */
export function useStartUpCheck() {
  useEffect(() => {
    const controller = new AbortController()
    void prepareForOutage(controller.signal)
    return () => controller.abort()
  }, [])
}

async function prepareForOutage(signal: AbortSignal) {
  await waitUntilIdle()
  await saveFirstProductsWithRetry(signal)
  if (signal.aborted) return
  await delay(PRODUCT_POLLING_INTERVAL_MS)
  const copy = await loadWithRetry(() => import('./save-products.ts'), { signal })
  // A failure does no harm: the first products are saved.
  await copy?.saveProducts().catch(() => {})
}

/**
 * Retries until the store sends products or the signal is aborted. Each attempt updates whether the
 * store counts as reachable.
 */
async function saveFirstProductsWithRetry(signal: AbortSignal) {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    const isReached = await trySavingFirstProducts()
    setReached(isReached)
    if (isReached) return
    // oxlint-disable-next-line no-console -- the specification wants a failed start-up in the log
    if (attempt === 1) console.warn(START_UP_FAILED)
    // One polling interval, with jitter.
    await delay(pollDelay({ dataUpdatedAt: 0, errorUpdatedAt: Date.now() }))
  }
}

/**
 * Returns whether the store sent products. The reply is saved without validation, so the page need
 * not load the schemas of the catalogue.
 */
async function trySavingFirstProducts() {
  try {
    const response = await fetch(FIRST_PRODUCTS_URL, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
    const reply = await response.text()
    if (response.ok) saveFirstProducts(browserStorage('localStorage'), reply, new Date())
    return response.ok
  } catch {
    return false
  }
}

function waitUntilIdle() {
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
