import type { PushSubscriptionInput } from '@nashta/contracts/push/push'

const WORKER = '/sw.js'

/** The part of `PushManager` that Safari also offers without a service worker. */
type Subscriber = Pick<PushManager, 'getSubscription' | 'subscribe'>

/**
 * Whether this browser can show push messages, as far as it says without a question:
 * `blocked` when its owner has refused them in its settings.
 */
export function pushSupport(): 'offered' | 'blocked' | 'missing' {
  const isOffered =
    'Notification' in window &&
    ('pushManager' in window || ('PushManager' in window && navigator.serviceWorker))
  if (!isOffered) return 'missing'
  return Notification.permission === 'denied' ? 'blocked' : 'offered'
}

/** The id of this browser among the devices of an account or an order; null when it has none. */
export async function ownDeviceId(): Promise<string | null> {
  const subscription = await (await findSubscriber())?.getSubscription()
  return subscription ? deviceIdOf(subscription.endpoint) : null
}

/**
 * Asks the owner of the browser, and subscribes it. To be called by a press: browsers show the
 * question for nothing else. Resolves to null when the owner refuses.
 */
export async function subscribeToPush(publicKey: string): Promise<PushSubscriptionInput | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const subscriber = (await findSubscriber()) ?? (await registerWorker())
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await subscriber.subscribe(options).catch(async () => {
    // A subscription with another key, of a shop that was at this address before, must end first.
    await (await subscriber.getSubscription())?.unsubscribe()
    return subscriber.subscribe(options)
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}

/** Ends all push messages to this browser: the push service refuses later ones. */
export async function endPush(): Promise<void> {
  const subscription = await (await findSubscriber())?.getSubscription()
  await subscription?.unsubscribe()
}

async function findSubscriber(): Promise<Subscriber | undefined> {
  if ('pushManager' in window) return window.pushManager as Subscriber
  return (await navigator.serviceWorker?.getRegistration())?.pushManager
}

/** The page registers the worker too, later, and not where the browser was asked to save data. */
async function registerWorker(): Promise<Subscriber> {
  await navigator.serviceWorker.register(WORKER)
  return (await navigator.serviceWorker.ready).pushManager
}

/** The server computes the same id. */
async function deviceIdOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  const base64 = btoa(String.fromCodePoint(...new Uint8Array(hash)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
