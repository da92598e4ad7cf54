import { type ConsoleMessage, test as base } from '@playwright/test'
import { opensAlive } from './alive.ts'

/** For journeys that break something on purpose, which the browser complains of. */
export const noisyTest = base.extend({
  page: async ({ page, javaScriptEnabled }, use) => use(javaScriptEnabled ? opensAlive(page) : page),
})

/** Every page must stay free of complaints, its own and its policy's. */
export const test = noisyTest.extend<{ cleanConsole: void }>({
  cleanConsole: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (isComplaint(message) && !isStatusOfPage(message, page.url()) && !isRefusal(message))
          complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await use()
      base.expect(complaints, 'what the page printed').toEqual([])
    },
    { auto: true },
  ],
})

export const { expect } = test

function isComplaint(message: ConsoleMessage) {
  return (message.type() === 'error' || message.type() === 'warning') && !isWithoutPictures(message.text())
}

/** Said of pictures that most journeys go without. */
function isWithoutPictures(text: string) {
  return (
    text.endsWith('because image loading is disabled.') || /^The resource .*\/images\/.* preload/.test(text)
  )
}

/** Chromium prints the status of a page that is meant to be a 404. */
function isStatusOfPage(message: ConsoleMessage, url: string) {
  return message.text().startsWith('Failed to load resource') && message.location().url === url
}

/** It prints refusals too, such as a wrong password: they are answers, and the page's to tell. */
function isRefusal(message: ConsoleMessage) {
  return (
    /^Failed to load resource: .* status of 4\d\d/.test(message.text()) &&
    /^\/(?:identity$|api\/)/.test(new URL(message.location().url).pathname)
  )
}
