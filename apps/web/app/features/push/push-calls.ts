import * as contract from '@nashta/contracts/push/push'
import type { PushDevices, PushSubscriptionInput } from '@nashta/contracts/push/push'
import { fetchShop } from '../../data/calls/fetch-shop.ts'

/** Whose messages: those of an account, or those of one order by its link. */
export type PushAccess = { userId: string } | { token: string }

export async function listDevices(access: PushAccess, signal: AbortSignal): Promise<PushDevices> {
  const reply =
    'token' in access
      ? await fetchShop(contract.listLinkedPushDevices, { params: access, signal })
      : await fetchShop(contract.listPushDevices, { params: access, signal })
  return reply.data
}

export async function addDevice(access: PushAccess, body: PushSubscriptionInput): Promise<PushDevices> {
  const reply =
    'token' in access
      ? await fetchShop(contract.addLinkedPushDevice, { params: access, body })
      : await fetchShop(contract.addPushDevice, { params: access, body })
  return reply.data
}

export async function removeDevice(access: PushAccess, deviceId: string): Promise<PushDevices> {
  const reply =
    'token' in access
      ? await fetchShop(contract.removeLinkedPushDevice, { params: { ...access, deviceId } })
      : await fetchShop(contract.removePushDevice, { params: { ...access, deviceId } })
  return reply.data
}
