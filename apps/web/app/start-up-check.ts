import { loadWithRetry } from '@nashta/browser/load-with-retry'
import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { PRODUCT_PAGE_SIZE_MAX } from '@nashta/contracts/constants'
import { useEffect } from 'react'
import { CALL_TIMEOUT_MS } from './data/fetch-shop.ts'
import { PRODUCT_POLLING_INTERVAL_MS, pollDelay } from './data/polling.ts'
import { setReached } from './data/reachability.ts'
import { saveFirstProducts } from './data/save-first-products.ts'

/** The line that the specification wants in the log. */
const START_UP_FAILED = 'Start-up failed: the store could not be reached. Falling back to local storage'

const FIRST_PRODUCTS_URL = `${SHOP_API_BASE}/products?limit=${PRODUCT_PAGE_SIZE_MAX}`

/**
 * The start-up check is the first call of the catalogue, made when the page is idle. It is repeated until the store
 * responds. Its list is saved for when the store is unreachable; the rest of the shop follows one polling interval later,
 * when it no longer competes with the loading of the page.
 */
export function useStartUpCheck(offlineModules: readonly string[]) {
  useEffect(() => {
    const controller = new AbortController()
    void startUp(offlineModules, controller.signal)
    return () => controller.abort()
  }, [offlineModules])
}

async function startUp(offlineModules: readonly string[], signal: AbortSignal) {
  await idle()
  await checkStartUp(signal)
  await delay(PRODUCT_POLLING_INTERVAL_MS)
  if (signal.aborted) return
  const copy = await loadWithRetry(() => import('./offline-copy.ts'), signal)
  await copy?.saveWholeShop(offlineModules)
}

async function checkStartUp(signal: AbortSignal) {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    if (await saveFirstReply()) {
      setReached(true)
      return
    }
    setReached(false)
    // oxlint-disable-next-line no-console -- the specification wants a failed start-up in the log
    if (attempt === 1) console.warn(START_UP_FAILED)
    await delay(pollDelay({ dataUpdatedAt: 0, errorUpdatedAt: Date.now() }))
  }
}

/** Whether the store sent products. The reply is saved unread, so the check does not load the schemas of the catalogue. */
async function saveFirstReply() {
  try {
    const response = await fetch(FIRST_PRODUCTS_URL, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
    const reply = await response.text()
    if (response.ok) saveFirstProducts(browserStorage('localStorage'), reply, new Date())
    return response.ok
  } catch {
    return false
  }
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
