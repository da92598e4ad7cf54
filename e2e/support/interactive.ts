import type { BrowserContext, Page } from '@playwright/test'

/** Makes `goto` and `reload` wait until the page is interactive: scripts start after a page has loaded. */
export function waitUntilInteractive(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...parameters) => {
    const response = await goto(...parameters)
    await untilInteractive(page)
    return response
  }
  page.reload = async (...parameters) => {
    const response = await reload(...parameters)
    await untilInteractive(page)
    return response
  }
  return page
}

/** A document without scripts, such as a picture, counts as interactive. */
function untilInteractive(page: Page) {
  return page.waitForFunction(
    () =>
      'interactive' in document.documentElement.dataset ||
      !document.querySelector('script[type=late], script[type=module]'),
  )
}

const START_UP_CHECK = /\/api\/products\?limit=100$/

/**
 * Waits for the start-up check of the next page that opens: its first call of the catalogue, made when the page is idle.
 * A journey may move the clock only afterwards: otherwise the check times out.
 */
export async function waitForStartUpCheck(page: Page) {
  const response = await page.waitForResponse(START_UP_CHECK)
  await response.finished()
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
