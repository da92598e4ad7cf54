import type { Page } from '@playwright/test'
import { withPictures } from '../support/chromium.ts'
import { workerTakesOver } from '../support/service-worker.ts'
import { signedUpShopper, signIn } from '../support/shopper.ts'
import { expect, noisyTest } from '../support/test.ts'

noisyTest.use({ serviceWorkers: 'allow', permissions: ['notifications'], launchOptions: withPictures })

const SWITCH = 'Tell me when something happens to my orders'

/** Chromium asks a service of its maker for the endpoint. This browser has one of its own. */
async function withoutPushService(page: Page) {
  await page.addInitScript(() => {
    const key = 'test.push'
    const subscription = {
      get endpoint() {
        return `https://fcm.googleapis.com/fcm/send/${localStorage.getItem(key)}`
      },
      toJSON: () => ({
        endpoint: subscription.endpoint,
        keys: {
          // A point of the curve: the example of RFC 8291.
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      }),
      async unsubscribe() {
        localStorage.removeItem(key)
        return true
      },
    }
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem(key) === null ? null : (subscription as unknown as PushSubscription)
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem(key, crypto.randomUUID())
      return subscription as unknown as PushSubscription
    }
  })
}

noisyTest(
  'a shopper turns messages about orders on and off, and signing out ends them',
  async ({ page, request }) => {
    await withoutPushService(page)
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
  await workerTakesOver(page)
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
