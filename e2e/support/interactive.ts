import { type BrowserContext, expect, type Page } from '@playwright/test'
import { productCacheRecord } from '../../apps/web/app/data/storage-records.ts'

/** Makes `goto` and `reload` wait until the page is interactive: scripts start after a page has loaded. */
export function waitUntilInteractive(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...parameters) => {
    const response = await goto(...parameters)
    await isInteractive(page)
    return response
  }
  page.reload = async (...parameters) => {
    const response = await reload(...parameters)
    await isInteractive(page)
    return response
  }
  return page
}

/** A document without scripts, such as a picture, counts as interactive. */
function isInteractive(page: Page) {
  return page.waitForFunction(
    () =>
      'interactive' in document.documentElement.dataset ||
      !document.querySelector('script[type=late], script[type=module]'),
  )
}

/** Waits for the end of the start-up check. A journey that moves the clock earlier makes it time out. */
export async function afterStartUp(page: Page) {
  await expect
    .poll(() => page.evaluate((key) => localStorage.getItem(key), productCacheRecord.key), {
      timeout: 20_000,
    })
    .not.toBeNull()
}

/** A rendered page whose scripts are delayed until `release`. */
export async function openWithoutScripts(context: BrowserContext, path: string) {
  const scripts = Promise.withResolvers<void>()
  await context.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  const page = await context.newPage()
  await page.goto(path)
  return { page, release: scripts.resolve }
}
