import * as contract from '@nashta/contracts/push/push'
import { type Route, route } from '@nashta/service-kit/http/routes'
import type { Audience } from '../../push/push-device-store.ts'
import { addDevice, listDevices, type PushDeps, removeDevice } from '../../push/push-devices.ts'
import type { PurchaseStore } from '../order/purchase-store.ts'
import { findLinkedOrder } from '../work/find-linked-order.ts'

export type LinkedPushDeps = PushDeps & { purchases: PurchaseStore }

/** The routes by which a browser asks for push messages about one order, by its link. */
export function linkedPushRoutes(deps: LinkedPushDeps): Route[] {
  const audienceOf = async (token: string): Promise<Audience> =>
    `order#${(await findLinkedOrder(deps, token)).purchaseId}`

  return [
    route(contract.listLinkedPushDevices, async ({ params }) => ({
      data: await listDevices(deps, await audienceOf(params.token)),
    })),
    route(contract.addLinkedPushDevice, async ({ params, body }) => ({
      data: await addDevice(deps, await audienceOf(params.token), body),
    })),
    route(contract.removeLinkedPushDevice, async ({ params }) => ({
      data: await removeDevice(deps, await audienceOf(params.token), params.deviceId),
    })),
  ]
}
