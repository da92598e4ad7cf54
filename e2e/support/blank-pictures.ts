import type { Page } from '@playwright/test'

const BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" />'

/** For journeys that are not about pictures: a fresh store cuts each of them on its first visit, which takes a while. */
export async function blankPictures(page: Page) {
  await page.route('**/images/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: BLANK }))
}
