import type { Documents } from '@nashta/documents/documents'
import type { ReadableEntry } from '@nashta/outbox/outbox'
import type { Topic } from '@nashta/outbox/relay'
import type { PushDeviceStore } from './push-device-store.ts'
import {
  type CausedPush,
  DEVICE_PUSH_KIND,
  type DevicePush,
  devicePushEntry,
  PUSH_KIND,
  type PushRequest,
} from './push-message.ts'
import { PUSH_LIFETIME_SECONDS, type SendPush } from './push-sender.ts'

export type PushTopicDeps = {
  documents: Documents
  devices: PushDeviceStore
  sendPush: SendPush
  /** The push message that an entry of another kind also causes; null for most. */
  pushOf: (entry: ReadableEntry) => Promise<CausedPush | null>
  now: () => Date
}

/**
 * The topic of the mails, which also delivers push messages. They share a topic, because each topic
 * reads its queues all the time, and both are messages to people: one by one, each at its own time.
 *
 * A message is first divided into one entry for each device, so that a retry concerns one device.
 */
export function withPush(mails: Topic, { documents, devices, sendPush, pushOf, now }: PushTopicDeps): Topic {
  async function divide(id: string, { targets, readText }: CausedPush) {
    const found = await Promise.all(
      targets.map(async (target) =>
        (await devices.list(target.audience)).map(({ id: deviceId }) => {
          const { audience, url } = target
          return { audience, deviceId, url }
        }),
      ),
    )
    // A browser may have subscribed to its account and to this order.
    const byDevice = new Map(found.flat().map((device) => [device.deviceId, device]))
    if (byDevice.size === 0) return
    const text = readText()
    await documents.commit(
      [],
      Array.from(byDevice.values(), ({ audience, deviceId, url }) =>
        devicePushEntry(id, { audience, deviceId, message: { ...text, url } }),
      ),
    )
  }

  async function deliverToDevice({ addedAt, payload }: ReadableEntry) {
    const isOutdated = now().getTime() - addedAt.getTime() > PUSH_LIFETIME_SECONDS * 1000
    if (isOutdated) return
    // The cast is safe, because `devicePushEntry` made the payload.
    const { audience, deviceId, message } = JSON.parse(payload) as DevicePush
    const device = (await devices.list(audience)).find(({ id }) => id === deviceId)
    if (device && (await sendPush(device, message)) === 'gone') await devices.remove(audience, deviceId)
  }

  return {
    ...mails,
    get concurrency() {
      return mails.concurrency
    },
    async deliver(entries) {
      const [entry] = entries
      if (!entry) return
      if (entry.kind === DEVICE_PUSH_KIND) return deliverToDevice(entry)
      if (entry.kind === PUSH_KIND) {
        // The cast is safe, because `pushEntry` made the payload.
        const { targets, ...text } = JSON.parse(entry.payload) as PushRequest
        return divide(entry.key, { targets, readText: () => text })
      }
      // The message does not wait for a mail that waits, or that the mail server refuses.
      const push = await pushOf(entry)
      if (push) await divide(entry.key, push)
      await mails.deliver(entries)
    },
  }
}
