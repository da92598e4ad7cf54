import type { BrowserContext, Page } from '@playwright/test'

/** Scripts start after a page has loaded: whoever opens one here waits until it acts, as people look before they press. */
export function opensAlive(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...parameters) => {
    const answer = await goto(...parameters)
    await isAlive(page)
    return answer
  }
  page.reload = async (...parameters) => {
    const answer = await reload(...parameters)
    await isAlive(page)
    return answer
  }
  return page
}

/** What has no scripts, such as a picture, is as alive as it will ever be. */
function isAlive(page: Page) {
  return page.waitForFunction(
    () =>
      'interactive' in document.documentElement.dataset ||
      !document.querySelector('script[type=late], script[type=module]'),
  )
}

/** A page that is there to see, whose scripts wait for `release`. */
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
