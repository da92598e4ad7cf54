import type { BrowserContext, Page } from '@playwright/test'

/**
 * Makes `goto` and `reload` wait until the page is interactive. Otherwise they return when the page
 * has loaded, and its scripts start only then.
 */
export function makeNavigationWait(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...parameters) => {
    const response = await goto(...parameters)
    await waitUntilInteractive(page)
    return response
  }
  page.reload = async (...parameters) => {
    const response = await reload(...parameters)
    await waitUntilInteractive(page)
    return response
  }
  return page
}

/**
 * A document without scripts, such as a picture, counts as interactive. The storefront's scripts
 * start at the first key.
 */
async function waitUntilInteractive(page: Page) {
  await page.waitForFunction(() => {
    document.body?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }))
    return (
      'interactive' in document.documentElement.dataset ||
      !document.querySelector('template#late-scripts, script[type=module]')
    )
  })
}

const START_UP_CHECK = /\/api\/products\?limit=100$/

/**
 * Waits for the start-up check of the next page that is opened. The check is the first call of the
 * catalogue, which the page makes when it is idle. A journey may move the clock only after the
 * check, because otherwise the check times out.
 */
export async function waitForStartUpCheck(page: Page) {
  const response = await page.waitForResponse(START_UP_CHECK)
  await response.finished()
}

/** Opens a server-rendered page whose scripts load only after a call of `release`. */
export async function openWithDelayedScripts(context: BrowserContext, path: string) {
  const scripts = Promise.withResolvers<void>()
  await context.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  const page = await context.newPage()
  await page.goto(path)
  return { page, release: scripts.resolve }
}
