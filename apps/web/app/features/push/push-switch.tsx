import { useCall } from '@nashta/browser/forms/use-call'
import { ownDeviceId, pushSupport, subscribeToPush } from '@nashta/browser/push-subscription'
import type { PushDevices } from '@nashta/contracts/push/push'
import { Failure } from '@nashta/ui/failure'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { addDevice, listDevices, type PushAccess, removeDevice } from './push-calls.ts'
import {
  PUSH_BLOCKED,
  PUSH_CHANGE_FAILED,
  PUSH_HINT,
  PUSH_LABELS,
  PUSH_LOAD_FAILED,
  PUSH_MISSING,
} from './push-texts.ts'

type State = PushDevices & {
  support: ReturnType<typeof pushSupport>
  /** Null when this browser has no subscription. */
  ownId: string | null
}

/** Turns push messages about orders on and off, for this browser. Nothing is asked before a press. */
export function PushSwitch({ access }: { access: PushAccess }) {
  const id = useId()
  const client = useQueryClient()
  const queryKey = ['push', access]
  const { data, isError } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<State> => {
      const [devices, ownId] = await Promise.all([listDevices(access, signal), ownDeviceId()])
      return { ...devices, ownId, support: pushSupport() }
    },
    gcTime: 0,
  })
  const isOn = data !== undefined && data.devices.some((device) => device.id === data.ownId)

  const { run, isBusy, failure } = useCall(async ({ ownId, publicKey }: State) => {
    const devices =
      isOn && ownId !== null ? await removeDevice(access, ownId) : await turnOn(access, publicKey)
    client.setQueryData(queryKey, {
      ...(devices ?? data),
      ownId: await ownDeviceId(),
      support: pushSupport(),
    })
  }, PUSH_CHANGE_FAILED)

  if (isError) return <p className="text-ink-soft">{PUSH_LOAD_FAILED}</p>
  if (data?.support === 'missing') return <p className="text-pretty text-ink-soft">{PUSH_MISSING}</p>
  return (
    <div className="grid justify-items-start gap-3">
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-describedby={id}
        aria-disabled={isBusy || !data || data.support === 'blocked' || undefined}
        onClick={() => {
          if (data?.support === 'offered') void run(data)
        }}
        className="flex min-h-11 items-center gap-3 text-left text-lg font-medium"
      >
        <span
          aria-hidden
          className={`flex h-7 w-12 shrink-0 items-center rounded-full border-[1.5px] p-0.5 transition-colors ${isOn ? 'justify-end border-raspberry bg-raspberry' : 'border-ink-soft bg-white'}`}
        >
          <span className={`size-5 rounded-full ${isOn ? 'bg-white' : 'bg-ink-soft'}`} />
        </span>
        {'token' in access ? PUSH_LABELS.order : PUSH_LABELS.account}
      </button>
      <p id={id} className="text-pretty text-ink-soft">
        {data?.support === 'blocked' ? PUSH_BLOCKED : PUSH_HINT}
      </p>
      {failure ? <Failure>{failure}</Failure> : null}
    </div>
  )
}

/** Null when the owner of the browser refuses. */
async function turnOn(access: PushAccess, publicKey: string) {
  const subscription = await subscribeToPush(publicKey)
  return subscription && addDevice(access, subscription)
}
