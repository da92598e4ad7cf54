import type { PushSubscriptionInput } from '@nashta/contracts/push/push'
import { PUSH_DEVICES_MAX } from '@nashta/contracts/push/push-texts'
import type { Document, Documents } from '@nashta/documents/documents'

/** Devices that were added to an order's link are deleted some time after this. */
const ORDER_DEVICES_LIFETIME_MS = 120 * 24 * 60 * 60 * 1000

/** The receivers of a push message: the devices of a shopper, of one order's link, or of an operator. */
export type Audience = `user#${string}` | `order#${string}` | `desk#${string}`

/** A browser that shows push messages. */
export type PushDevice = PushSubscriptionInput & {
  /** The hash of the endpoint. */
  id: string
  addedAt: string
}

/** The devices of each audience, oldest first. */
export interface PushDeviceStore {
  list(audience: Audience): Promise<readonly PushDevice[]>

  /** Replaces the same device, and when there are too many devices, the oldest. */
  add(audience: Audience, device: PushDevice): Promise<readonly PushDevice[]>

  remove(audience: Audience, deviceId: string): Promise<readonly PushDevice[]>

  erase(audiences: readonly Audience[]): Promise<void>
}

type Devices = { devices: readonly PushDevice[] }

export function createPushDeviceStore(documents: Documents): PushDeviceStore {
  const find = (audience: Audience) => documents.get<Devices>(devicesKey(audience))

  /** Stores the devices that the pure `change` returns, and nothing when it returns its argument. */
  const update = (
    audience: Audience,
    change: (devices: readonly PushDevice[]) => readonly PushDevice[],
  ): Promise<readonly PushDevice[]> =>
    documents.retryConflicts(async () => {
      const seen = await find(audience)
      const before = seen?.body.devices ?? []
      const devices = change(before)
      if (devices !== before) await documents.commit([writeOf(audience, devices, seen)])
      return devices
    })

  return {
    list: async (audience) => (await find(audience))?.body.devices ?? [],
    add: (audience, device) => update(audience, (devices) => withDevice(devices, device)),
    remove: (audience, deviceId) =>
      update(audience, (devices) => {
        const rest = devices.filter(({ id }) => id !== deviceId)
        return rest.length === devices.length ? devices : rest
      }),
    erase: (audiences) => documents.erase(audiences.map(devicesKey)),
  }
}

function withDevice(devices: readonly PushDevice[], device: PushDevice): readonly PushDevice[] {
  const same = devices.find(({ id }) => id === device.id)
  // Pages repeat the call, because browsers renew their keys.
  if (same?.keys.auth === device.keys.auth && same.keys.p256dh === device.keys.p256dh) return devices
  return [...devices.filter((each) => each !== same), device].slice(-PUSH_DEVICES_MAX)
}

function writeOf(audience: Audience, devices: readonly PushDevice[], seen: Document<Devices> | null) {
  const key = devicesKey(audience)
  const [newest] = devices.slice(-1)
  if (!newest) return { delete: key, seen }
  const expiresAt = new Date(Date.parse(newest.addedAt) + ORDER_DEVICES_LIFETIME_MS)
  return { put: { key, body: { devices }, ...(audience.startsWith('order#') && { expiresAt }) }, seen }
}

function devicesKey(audience: Audience) {
  return { pk: `push#${audience}`, sk: 'devices' }
}
