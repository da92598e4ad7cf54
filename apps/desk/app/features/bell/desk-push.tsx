import { readPushState, usePushSwitch } from '@nashta/browser/push-switch'
import { addDeskPushDevice, listDeskPushDevices, removeDeskPushDevice } from '@nashta/contracts/push/push'
import { Failure } from '@nashta/ui/failure'
import { Switch } from '@nashta/ui/switch'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useFetchShop } from '../../session/desk-session.tsx'
import { failureText, QueryState } from '../../ui/query-state.tsx'

const QUERY_KEY = ['desk push']
const HINT =
  'What is told by push appears on this device, also while the desk is closed and after a sign-out. It names no money and no person.'
const BLOCKED = 'Messages of this shop are blocked in the settings of this browser. Allow them there first.'
const MISSING =
  'This browser shows no messages of shops. On an iPhone, first add the shop to the home screen.'

/** Turns push messages of the bell on and off, for this browser. */
export function DeskPush() {
  const id = useId()
  const fetchShop = useFetchShop()
  const client = useQueryClient()
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) =>
      readPushState(fetchShop(listDeskPushDevices, { signal }).then(({ data }) => data)),
    gcTime: 0,
  })
  const { isOn, isDisabled, failure, press } = usePushSwitch({
    state: query.data,
    calls: {
      add: async (body) => (await fetchShop(addDeskPushDevice, { body })).data,
      remove: async (deviceId) => (await fetchShop(removeDeskPushDevice, { params: { deviceId } })).data,
    },
    onChanged: (state) => client.setQueryData(QUERY_KEY, state),
    failed: failureText,
  })
  return (
    <QueryState query={query}>
      {({ support }) =>
        support === 'missing' ? (
          <p className="text-ink-soft">{MISSING}</p>
        ) : (
          <div className="grid justify-items-start gap-1">
            <Switch isOn={isOn} isDisabled={isDisabled} onPress={press} describedBy={id}>
              Push messages on this device
            </Switch>
            <p id={id} className="text-ink-soft">
              {support === 'blocked' ? BLOCKED : HINT}
            </p>
            {failure ? <Failure>{failure}</Failure> : null}
          </div>
        )
      }
    </QueryState>
  )
}
