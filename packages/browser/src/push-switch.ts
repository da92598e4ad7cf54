import type { PushDevices, PushSubscriptionInput } from '@nashta/contracts/push/push'
import type { Failed } from './forms/failure-text.ts'
import { useCall } from './forms/use-call.ts'
import { ownDeviceId, pushSupport, subscribeToPush } from './push-subscription.ts'

export type PushState = PushDevices & {
  support: ReturnType<typeof pushSupport>
  /** Null when this browser has no subscription. */
  ownId: string | null
}

/** The calls for the devices of one audience. */
type PushCalls = {
  add: (subscription: PushSubscriptionInput) => Promise<PushDevices>
  remove: (deviceId: string) => Promise<PushDevices>
}

/** What a switch for push messages shows. */
export async function readPushState(devices: Promise<PushDevices>): Promise<PushState> {
  const [listed, ownId] = await Promise.all([devices, ownDeviceId()])
  return { ...listed, ownId, support: pushSupport() }
}

type PushSwitchOptions = {
  /** Undefined while it is loaded. */
  state: PushState | undefined
  calls: PushCalls
  onChanged: (state: PushState) => void
  failed: Failed
}

/** Turns push messages on and off, for this browser. Nothing is asked before a press. */
export function usePushSwitch({ state, calls, onChanged, failed }: PushSwitchOptions) {
  const isOn = state !== undefined && state.devices.some(({ id }) => id === state.ownId)
  const { run, isBusy, failure } = useCall(async (before: PushState) => {
    const devices =
      isOn && before.ownId !== null ? await calls.remove(before.ownId) : await turnOn(calls, before)
    onChanged(await readPushState(Promise.resolve(devices)))
  }, failed)
  const isOffered = state?.support === 'offered'
  return {
    isOn,
    isDisabled: isBusy || !isOffered,
    failure,
    press: () => {
      if (isOffered) void run(state)
    },
  }
}

/** Changes nothing when the owner of the browser refuses. */
async function turnOn({ add }: PushCalls, { publicKey, devices }: PushState): Promise<PushDevices> {
  const subscription = await subscribeToPush(publicKey)
  return subscription ? add(subscription) : { publicKey, devices }
}
