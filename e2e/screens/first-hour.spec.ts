import { join } from 'node:path'
import { startSmtpServer } from '@nashta/mail/smtp-server.fixture'
import type { Page } from '@playwright/test'
import { makeNavigationWait } from '../support/interactive.ts'
import { testWithPreparedStore } from '../support/own-store.ts'
import { liveFirstHour } from '../support/owners-first-hour.ts'

const FOLDER = join(import.meta.dirname, '../../docs/screenshots')
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
/** The whole way takes longer than one picture, on a busy machine. */
const TIMEOUT_MS = 300_000

let mailServer: Awaited<ReturnType<typeof startSmtpServer>>
const test = testWithPreparedStore(async () => {
  mailServer = await startSmtpServer()
  return { settings: {}, close: () => mailServer.close() }
})

test.use(PHONE)

async function onStep(name: string, page: Page) {
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(FOLDER, `first-hour-${name}-390.jpg`), type: 'jpeg', quality: 72 })
}

test("pictures of an owner's first hour", async ({ page, store, browser }, { project }) => {
  test.skip(project.name !== 'phone', 'the pictures are of a phone')
  test.setTimeout(TIMEOUT_MS)
  const phone = await browser.newContext({ baseURL: store.url, ...PHONE })
  const guest = makeNavigationWait(await phone.newPage())
  await liveFirstHour({ page, guest, welcomeUrl: store.welcomeUrl ?? '', mailServer, onStep })
  await phone.close()
})
