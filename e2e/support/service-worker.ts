import type { Page } from '@playwright/test'

/** Waits until the worker has saved the shop and answers for the page. */
export async function workerTakesOver(page: Page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
  })
}
