import { type ConsoleMessage, test as base } from '@playwright/test'
import { waitUntilInteractive } from './interactive.ts'

/** For journeys that break something on purpose, which the browser reports in its console. */
export const noisyTest = base.extend({
  page: async ({ page, javaScriptEnabled }, use) =>
    use(javaScriptEnabled ? waitUntilInteractive(page) : page),
})

/** Fails when a page prints an error or a warning, also of its content security policy. */
export const test = noisyTest.extend<{ cleanConsole: void }>({
  cleanConsole: [
    async ({ page }, use) => {
      const messages: string[] = []
      page.on('console', (message) => {
        if (isErrorOrWarning(message) && !isStatusOfPage(message, page.url()) && !isRefusal(message))
          messages.push(message.text())
      })
      page.on('pageerror', (error) => messages.push(String(error)))
      await use()
      base.expect(messages, 'errors and warnings in the console').toEqual([])
    },
    { auto: true },
  ],
})

export const { expect } = test

function isErrorOrWarning(message: ConsoleMessage) {
  return (message.type() === 'error' || message.type() === 'warning') && !isAboutPictures(message.text())
}

/** Messages about pictures, which most journeys do not load. */
function isAboutPictures(text: string) {
  return (
    text.endsWith('because image loading is disabled.') || /^The resource .*\/images\/.* preload/.test(text)
  )
}

/** Chromium prints the status of a page that is meant to be a 404. */
function isStatusOfPage(message: ConsoleMessage, url: string) {
  return message.text().startsWith('Failed to load resource') && message.location().url === url
}

/** Chromium also prints refused calls, such as a wrong password; the page shows them itself. */
function isRefusal(message: ConsoleMessage) {
  return (
    /^Failed to load resource: .* status of 4\d\d/.test(message.text()) &&
    /^\/(?:identity$|api\/)/.test(new URL(message.location().url).pathname)
  )
}
