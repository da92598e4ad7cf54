import { DeliveryDelayed, DeliveryFailed } from '@nashta/outbox/outbox'
import type { PushDevice } from './push-device-store.ts'
import { type PushMessage, pushPayload, pushTopicOf } from './push-message.ts'
import type { FindPushService } from './push-services.ts'
import type { VapidKeys } from './vapid-keys.ts'

const RESPONSE_TIMEOUT_MS = 5_000
/** A push service keeps a message this long for a device that is off. */
export const PUSH_LIFETIME_SECONDS = 24 * 60 * 60
/** After a failure, a push service gets no message for this long, so that mails need not wait. */
const PAUSE_MS = 30_000
const PAUSE_MAX_MS = 60 * 60_000

export type SendPush = (device: PushDevice, message: PushMessage) => Promise<'sent' | 'gone'>

export type PushSenderDeps = {
  readKeys: () => Promise<VapidKeys>
  findPushService: FindPushService
  /** A link or mail address by which a push service can reach the shop. */
  readContact: () => Promise<string>
  now: () => Date
}

/**
 * Sends messages by Web Push. Resolves to `gone` when the browser has ended its subscription.
 * Rejects with `DeliveryFailed`, and with `DeliveryDelayed` while the push service is paused.
 */
export function createPushSender({ readKeys, findPushService, readContact, now }: PushSenderDeps): SendPush {
  const pausedUntil = new Map<string, Date>()

  function pause(service: string, ms: number) {
    const until = new Date(now().getTime() + ms)
    pausedUntil.set(service, until)
    return until
  }

  async function post(device: PushDevice, message: PushMessage): Promise<Response> {
    // The package is only loaded where a device wants push messages.
    const { default: webPush } = await import('web-push')
    const { endpoint, method, headers, body } = webPush.generateRequestDetails(device, pushPayload(message), {
      vapidDetails: { subject: await readContact(), ...(await readKeys()) },
      contentEncoding: 'aes128gcm',
      TTL: PUSH_LIFETIME_SECONDS,
      topic: pushTopicOf(message.tag),
    })
    const { 'Content-Length': _length, ...sent } = headers
    const response = await fetch(endpoint, {
      method,
      headers: sent,
      body: new Uint8Array(body ?? []),
      // A redirect could lead into the network of the store.
      redirect: 'manual',
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response
  }

  return async (device, message) => {
    const service = findPushService(new URL(device.endpoint))
    if (service === null) return 'gone'
    const until = pausedUntil.get(service)
    if (until && now() < until) throw new DeliveryDelayed(until)

    const response = await post(device, message).catch(() => null)
    const status = response?.status ?? 0
    if (response?.ok) return 'sent'
    if (status === 404 || status === 410) return 'gone'
    if (status === 429) throw new DeliveryDelayed(pause(service, retryAfterMs(response)))
    // Every attempt would get the same response: the push service does not accept this message.
    const isPermanent = status >= 300 && status < 500
    if (!isPermanent) pause(service, PAUSE_MS)
    throw new DeliveryFailed(`PUSH_${status === 0 ? 'UNREACHABLE' : status}`, { isPermanent })
  }
}

function retryAfterMs(response: Response | null) {
  const seconds = Number(response?.headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, PAUSE_MAX_MS) : PAUSE_MS
}
