import { startSmtpServer } from '@nashta/mail/smtp-server.fixture'
import { accessibilityViolations } from '../../support/axe.ts'
import { withPictures } from '../../support/chromium.ts'
import { makeNavigationWait } from '../../support/interactive.ts'
import { ONCE } from '../../support/once.ts'
import { testWithPreparedStore } from '../../support/own-store.ts'
import { liveFirstHour, OWN_SHOP } from '../../support/owners-first-hour.ts'
import { expect } from '../../support/test.ts'

let mailServer: Awaited<ReturnType<typeof startSmtpServer>>
const test = testWithPreparedStore(async () => {
  mailServer = await startSmtpServer()
  return { settings: {}, close: () => mailServer.close() }
})

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, launchOptions: withPictures })

/** The whole way takes longer than other journeys, on a busy machine. */
const TIMEOUT_MS = 300_000

test(
  'an owner goes from the printed link to a paid UPI order under the own name, on a phone and without a terminal',
  { tag: ONCE },
  async ({ page, store, browser }) => {
    test.setTimeout(TIMEOUT_MS)
    const phone = await browser.newContext({
      baseURL: store.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    const guest = makeNavigationWait(await phone.newPage())
    await liveFirstHour({
      page,
      guest,
      welcomeUrl: store.welcomeUrl ?? '',
      mailServer,
      async onStep(name, at) {
        expect(await accessibilityViolations(at), name).toEqual([])
        const overflow = await at.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow, name).toBe(0)
      },
    })

    for (const path of ['/', '/collections/allproducts', '/about']) {
      await guest.goto(path)
      await expect(guest).toHaveTitle(new RegExp(OWN_SHOP.name))
      await expect(guest.locator('body')).not.toContainText('Nashta')
    }
    const logo = guest.getByRole('banner').locator('img').first()
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect(page.locator('body')).not.toContainText('Nashta')
    for (const { raw } of mailServer.received) expect(raw).not.toContain('Nashta')
    await phone.close()
  },
)
