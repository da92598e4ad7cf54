import { type ConsoleMessage, test as base } from '@playwright/test'
import { makeNavigationWait } from './interactive.ts'

/** Allows messages in the console, for journeys that break something on purpose. */
export const noisyTest = base.extend({
  page: async ({ page, javaScriptEnabled }, use) => use(javaScriptEnabled ? makeNavigationWait(page) : page),
})

/** Fails when a page prints an error or a warning. The content security policy prints them too. */
export const test = noisyTest.extend<{ cleanConsole: void }>({
  cleanConsole: [
    async ({ page }, use) => {
      const messages: string[] = []
      page.on('console', (message) => {
        if (isUnexpected(message, page.url())) messages.push(message.text())
      })
      page.on('pageerror', (error) => messages.push(String(error)))
      await use()
      base.expect(messages, 'errors and warnings in the console').toEqual([])
    },
    { auto: true },
  ],
})

export const { expect } = test

function isUnexpected(message: ConsoleMessage, pageUrl: string) {
  if (message.type() !== 'error' && message.type() !== 'warning') return false
  return (
    !isAboutWorker(message.text()) &&
    !isAboutPictures(message.text()) &&
    !isStatusOfPage(message, pageUrl) &&
    !isRefusedCall(message)
  )
}

/** Playwright prints this where a journey allows no service worker. */
function isAboutWorker(text: string) {
  return text === 'Service Worker registration blocked by Playwright'
}

/** Chromium prints messages about pictures that are not loaded, as in most journeys. */
function isAboutPictures(text: string) {
  return (
    text.endsWith('because image loading is disabled.') || /^The resource .*\/images\/.* preload/.test(text)
  )
}

/** Chromium prints the status of a page that is meant to be a 404. */
function isStatusOfPage(message: ConsoleMessage, pageUrl: string) {
  return message.text().startsWith('Failed to load resource') && message.location().url === pageUrl
}

/** Chromium prints refused calls, such as a wrong password. The page shows the refusal itself. */
function isRefusedCall(message: ConsoleMessage) {
  return (
    /^Failed to load resource: .* status of 4\d\d/.test(message.text()) &&
    /^\/(?:identity$|api\/)/.test(new URL(message.location().url).pathname)
  )
}
