import { withPictures } from '../support/chromium.ts'
import { fakePushService } from '../support/push-service.ts'
import { waitForServiceWorker } from '../support/service-worker.ts'
import { signedUpShopper, signIn } from '../support/shopper.ts'
import { expect, noisyTest } from '../support/test.ts'

noisyTest.use({ serviceWorkers: 'allow', permissions: ['notifications'], launchOptions: withPictures })

const SWITCH = 'Tell me when something happens to my orders'

noisyTest(
  'a shopper turns messages about orders on and off, and signing out ends them',
  async ({ page, request }) => {
    await fakePushService(page)
    await page.goto('/signin?next=%2Fprofile')
    await signIn(page, await signedUpShopper(request))
    const messages = page.getByRole('switch', { name: SWITCH })
    await expect(messages).not.toBeChecked()
    await messages.click()
    await expect(messages).toBeChecked()
    await page.reload()
    await expect(messages).toBeChecked()
    await messages.click()
    await expect(messages).not.toBeChecked()
    await page.reload()
    await expect(messages).not.toBeChecked()
    await messages.press('Space')
    await expect(messages).toBeChecked()

    await page
      .getByRole('banner')
      .getByRole('button', { name: /account|menu|hi/i })
      .first()
      .click()
    await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('test.push'))).toBeNull()
  },
)

noisyTest('a message that arrives is shown with its page, and a later one replaces it', async ({ page }) => {
  await page.goto('/about')
  await waitForServiceWorker(page)
  const session = await page.context().newCDPSession(page)
  const registrations: string[] = []
  session.on('ServiceWorker.workerRegistrationUpdated', (event) => {
    registrations.push(...event.registrations.map(({ registrationId }) => registrationId))
  })
  await session.send('ServiceWorker.enable')
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  const deliver = (title: string) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId: registrations[0] ?? '',
      data: JSON.stringify({
        web_push: 8030,
        notification: {
          title,
          body: 'Two snacks',
          tag: 'order-1',
          navigate: new URL('/purchase-history/1', page.url()).href,
        },
      }),
    })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const notifications = await registration.getNotifications()
      return notifications.map(({ title, body, data }) => [title, body, new URL(data.navigate).pathname])
    })
  await deliver('Your order is confirmed')
  await expect.poll(shown).toEqual([['Your order is confirmed', 'Two snacks', '/purchase-history/1']])
  await deliver('Your order is on its way')
  await expect.poll(shown).toEqual([['Your order is on its way', 'Two snacks', '/purchase-history/1']])
})
