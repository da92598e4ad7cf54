import type { Page } from '@playwright/test'

/**
 * Replaces the push service that Chromium would ask for an endpoint. No message can be received. Chromium
 * without a window says `denied` although the test has granted the permission, so that answer is replaced too.
 */
export async function fakePushService(page: Page) {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
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
