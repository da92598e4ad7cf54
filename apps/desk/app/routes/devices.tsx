import { useCall } from '@nashta/browser/forms/use-call'
import { describeDevice, DEVICES_QUERY, fetchDevices, signOutDevice } from '@nashta/browser/session/devices'
import { DeviceList } from '@nashta/ui/device-list'
import { Failure } from '@nashta/ui/failure'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from '../session/desk-session.tsx'
import { useToast } from '../shell/toasts.tsx'
import { Card, PageHeading } from '../ui/controls.tsx'
import { Notice } from '../ui/message.tsx'
import { QueryState } from '../ui/query-state.tsx'

const FAILED = 'The device could not be signed out. Please try again.'

/** The devices where the operator is signed in. */
export default function Devices() {
  const { accountClient } = useDesk().desk
  const showToast = useToast()
  const query = useQuery({
    queryKey: [DEVICES_QUERY],
    queryFn: () => fetchDevices(accountClient),
    // Personal data is dropped as soon as it is no longer shown.
    gcTime: 0,
  })
  const signOut = useCall(async (id: string) => {
    await signOutDevice(accountClient, id)
    await query.refetch()
    showToast({ text: 'The device was signed out' })
  }, FAILED)

  return (
    <>
      <PageHeading title="Devices" />
      <div className="grid max-w-2xl gap-4">
        <Card title="Where you are signed in">
          <QueryState query={query}>
            {(devices) =>
              devices === null ? (
                <Notice title="The user pool of this shop cannot list devices" />
              ) : (
                <DeviceList devices={devices.map(describeDevice)} onSignOut={(id) => void signOut.run(id)} />
              )
            }
          </QueryState>
          {signOut.failure ? <Failure>{signOut.failure}</Failure> : null}
          <p className="mt-3 text-ink-soft">
            Shop and desk share one sign-in. If you do not know a device, sign it out and change your password
            in your profile.
          </p>
        </Card>
      </div>
    </>
  )
}
