import { hash } from 'node:crypto'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import type { Audience } from './push-device-store.ts'

/** A push message, as a person sees it. */
export type PushMessage = {
  title: string
  body: string
  /** A device shows only the latest of the messages with the same tag. */
  tag: string
  /** The page that a tap opens. */
  url: string
}

type PushText = Omit<PushMessage, 'url'>
/** A tap may open another page for each audience. */
type PushTarget = { audience: Audience; url: string }

/** A message for all devices of some audiences. */
export type PushRequest = PushText & { targets: readonly PushTarget[] }

/** A message that another entry causes. Its text is read only where a device wants it. */
export type CausedPush = { targets: readonly PushTarget[]; readText: () => PushText }

/** A message for one device. The endpoint is read at delivery, so an erased device gets nothing. */
export type DevicePush = { audience: Audience; deviceId: string; message: PushMessage }

/** The kinds of outbox entries. They wait in the topic of the mails, which is for people too. */
export const PUSH_KIND = 'push'
export const DEVICE_PUSH_KIND = 'device-push'

/**
 * The outbox entry of a push message, for the transaction of the change that it reports. Of the
 * messages with the same id, only the first is sent.
 */
export function pushEntry(id: string, request: PushRequest): OutboxEntry {
  return { topic: 'mail', kind: PUSH_KIND, key: `${PUSH_KIND}:${id}`, payload: JSON.stringify(request) }
}

export function devicePushEntry(id: string, push: DevicePush): OutboxEntry {
  return {
    topic: 'mail',
    kind: DEVICE_PUSH_KIND,
    key: `${DEVICE_PUSH_KIND}:${id}:${push.deviceId}`,
    payload: JSON.stringify(push),
  }
}

/**
 * The JSON that browsers get: a declarative push message, which Safari shows without a service
 * worker. The service workers of storefront and desk show it in other browsers.
 */
export function pushPayload({ title, body, tag, url }: PushMessage): string {
  return JSON.stringify({
    web_push: 8030,
    notification: { title, lang: 'en-IN', dir: 'ltr', body, tag, navigate: url },
  })
}

/** The name under which a push service replaces a waiting message by a later one: 32 characters at most. */
export function pushTopicOf(tag: string) {
  return hash('sha256', tag, 'base64url').slice(0, 32)
}
