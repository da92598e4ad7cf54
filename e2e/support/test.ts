import { type ConsoleMessage, test as base } from '@playwright/test'

/** Every page must stay free of complaints, its own and its policy's. */
export const test = base.extend<{ cleanConsole: void }>({
  cleanConsole: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (isComplaint(message) && !isStatusOfPage(message, page.url())) complaints.push(message.text())
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
  return message.type() === 'error' || message.type() === 'warning'
}

/** Chromium prints the status of a page that is meant to be a 404. */
function isStatusOfPage(message: ConsoleMessage, url: string) {
  return message.text().startsWith('Failed to load resource') && message.location().url === url
}
