import type { PushSubscriptionInput } from '@nashta/contracts/push/push'

const WORKER = '/sw.js'

type Subscription = {
  endpoint: string
  toJSON(): { endpoint?: string; keys?: Record<string, string> }
  unsubscribe(): Promise<boolean>
}
/** Safari also offers this without a service worker. */
type Subscriber = {
  getSubscription(): Promise<Subscription | null>
  subscribe(options: object): Promise<Subscription>
}
type Registration = { pushManager: Subscriber }

/**
 * The parts of the browser that this file uses. All are optional, because tests import this file
 * without a browser.
 */
type Browser = {
  Notification?: { permission: string; requestPermission(): Promise<string> }
  PushManager?: unknown
  pushManager?: Subscriber
  navigator: {
    serviceWorker?: {
      ready: Promise<Registration>
      getRegistration(): Promise<Registration | undefined>
      register(url: string): Promise<unknown>
    }
  }
}
const browser = globalThis as unknown as Browser

/**
 * Whether this browser can show push messages, as far as it tells without asking its owner. `blocked`:
 * the owner has refused them in its settings.
 */
export function pushSupport(): 'offered' | 'blocked' | 'missing' {
  const { Notification, PushManager, pushManager, navigator } = browser
  const canSubscribe = Boolean(pushManager ?? (PushManager && navigator.serviceWorker))
  if (!Notification || !canSubscribe) return 'missing'
  return Notification.permission === 'denied' ? 'blocked' : 'offered'
}

/** The id of this browser among the devices of an account or an order; null when it has none. */
export async function ownDeviceId(): Promise<string | null> {
  const subscription = await (await findSubscriber())?.getSubscription()
  return subscription ? deviceIdOf(subscription.endpoint) : null
}

/**
 * Asks the owner of the browser, and subscribes it. Must be called by a press: otherwise browsers do
 * not show the question. Resolves to null when the owner refuses.
 */
export async function subscribeToPush(publicKey: string): Promise<PushSubscriptionInput | null> {
  if ((await browser.Notification?.requestPermission()) !== 'granted') return null
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

/** Ends all push messages to this browser: the push service refuses later ones. Never rejects. */
export async function endPush(): Promise<void> {
  try {
    const subscription = await (await findSubscriber())?.getSubscription()
    await subscription?.unsubscribe()
  } catch {
    // The browser cannot reach its push service. Nothing else can be done here.
  }
}

async function findSubscriber(): Promise<Subscriber | undefined> {
  return browser.pushManager ?? (await browser.navigator.serviceWorker?.getRegistration())?.pushManager
}

/** The page also registers the worker, but later, and never in a browser that saves data. */
async function registerWorker(): Promise<Subscriber> {
  const { serviceWorker } = browser.navigator
  if (!serviceWorker) throw new Error('This browser has no service workers')
  await serviceWorker.register(WORKER)
  return (await serviceWorker.ready).pushManager
}

/** The server computes the same id. */
async function deviceIdOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  const base64 = btoa(String.fromCodePoint(...new Uint8Array(hash)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
