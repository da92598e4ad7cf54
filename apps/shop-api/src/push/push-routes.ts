import * as contract from '@nashta/contracts/push/push'
import { type Route, route } from '@nashta/service-kit/http/routes'
import { addDevice, listDevices, type PushDeps, removeDevice } from './push-devices.ts'

/**
 * The routes by which a browser asks for push messages about all orders of an account, and for those
 * of the bell of an operator.
 */
export function pushRoutes(deps: PushDeps): Route[] {
  return [
    route(contract.listPushDevices, async ({ caller }) => ({
      data: await listDevices(deps, `user#${caller.sub}`),
    })),
    route(contract.addPushDevice, async ({ caller, body }) => ({
      data: await addDevice(deps, `user#${caller.sub}`, body),
    })),
    route(contract.removePushDevice, async ({ caller, params }) => ({
      data: await removeDevice(deps, `user#${caller.sub}`, params.deviceId),
    })),
    route(contract.listDeskPushDevices, async ({ caller }) => ({
      data: await listDevices(deps, `desk#${caller.sub}`),
    })),
    route(contract.addDeskPushDevice, async ({ caller, body }) => ({
      data: await addDevice(deps, `desk#${caller.sub}`, body),
    })),
    route(contract.removeDeskPushDevice, async ({ caller, params }) => ({
      data: await removeDevice(deps, `desk#${caller.sub}`, params.deviceId),
    })),
  ]
}
