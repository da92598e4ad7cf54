import { createPublicKey, hash } from 'node:crypto'
import type { PushDevices, PushSubscriptionInput } from '@nashta/contracts/push/push'
import { PUSH_SERVICE_UNKNOWN, PUSH_SUBSCRIPTION_INVALID } from '@nashta/contracts/push/push-texts'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { Audience, PushDevice, PushDeviceStore } from './push-device-store.ts'
import type { FindPushService } from './push-services.ts'
import type { VapidKeys } from './vapid-keys.ts'

export type PushDeps = {
  pushDevices: PushDeviceStore
  readVapidKeys: () => Promise<VapidKeys>
  findPushService: FindPushService
  now: () => Date
}

export async function listDevices(deps: PushDeps, audience: Audience): Promise<PushDevices> {
  return reply(deps, await deps.pushDevices.list(audience))
}

export async function addDevice(deps: PushDeps, audience: Audience, subscription: PushSubscriptionInput) {
  const { endpoint, keys } = subscription
  const url = URL.parse(endpoint)
  if (!url || !isPublicKey(keys.p256dh))
    throw new ServiceError('VALIDATION_FAILED', PUSH_SUBSCRIPTION_INVALID)
  if (deps.findPushService(url) === null) throw new ServiceError('VALIDATION_FAILED', PUSH_SERVICE_UNKNOWN)
  const device = {
    ...subscription,
    id: hash('sha256', endpoint, 'base64url'),
    addedAt: deps.now().toISOString(),
  }
  return reply(deps, await deps.pushDevices.add(audience, device))
}

export async function removeDevice(deps: PushDeps, audience: Audience, deviceId: string) {
  return reply(deps, await deps.pushDevices.remove(audience, deviceId))
}

async function reply({ readVapidKeys }: PushDeps, devices: readonly PushDevice[]): Promise<PushDevices> {
  const { publicKey } = await readVapidKeys()
  // The endpoints stay here: who knows one can ask for messages to that browser.
  return { publicKey, devices: devices.map(({ id, addedAt }) => ({ id, addedAt })) }
}

/** Whether the bytes are a point on the curve of Web Push. No message can be encrypted for others. */
function isPublicKey(p256dh: string) {
  const bytes = Buffer.from(p256dh, 'base64url')
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((half) => half.toString('base64url'))
  if (bytes[0] !== 4 || x === undefined || y === undefined) return false
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    return true
  } catch {
    return false
  }
}
