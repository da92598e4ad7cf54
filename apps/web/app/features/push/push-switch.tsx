import { readPushState, usePushSwitch } from '@nashta/browser/push-switch'
import { Failure } from '@nashta/ui/failure'
import { Switch } from '@nashta/ui/switch'
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

/** Turns push messages about orders on and off, for this browser. */
export function PushSwitch({ access }: { access: PushAccess }) {
  const id = useId()
  const client = useQueryClient()
  const queryKey = ['push', access]
  const { data, isError } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readPushState(listDevices(access, signal)),
    gcTime: 0,
  })
  const { isOn, isDisabled, failure, press } = usePushSwitch({
    state: data,
    calls: {
      add: (subscription) => addDevice(access, subscription),
      remove: (deviceId) => removeDevice(access, deviceId),
    },
    onChanged: (state) => client.setQueryData(queryKey, state),
    failed: PUSH_CHANGE_FAILED,
  })

  if (isError) return <p className="text-ink-soft">{PUSH_LOAD_FAILED}</p>
  if (data?.support === 'missing') return <p className="text-pretty text-ink-soft">{PUSH_MISSING}</p>
  return (
    <div className="grid justify-items-start gap-3">
      <Switch isOn={isOn} isDisabled={isDisabled} onPress={press} describedBy={id}>
        {'token' in access ? PUSH_LABELS.order : PUSH_LABELS.account}
      </Switch>
      <p id={id} className="text-pretty text-ink-soft">
        {data?.support === 'blocked' ? PUSH_BLOCKED : PUSH_HINT}
      </p>
      {failure ? <Failure>{failure}</Failure> : null}
    </div>
  )
}
