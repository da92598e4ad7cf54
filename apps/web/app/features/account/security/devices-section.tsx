import { useCall } from '@nashta/browser/forms/use-call'
import { messageOf } from '@nashta/browser/identity/account-error'
import { describeDevice, DEVICES_QUERY, fetchDevices, signOutDevice } from '@nashta/browser/session/devices'
import { Alert } from '@nashta/ui/alert'
import { Button } from '@nashta/ui/button'
import { DeviceList } from '@nashta/ui/device-list'
import { Spinner } from '@nashta/ui/spinner'
import { useQuery } from '@tanstack/react-query'
import { TEXT_LINK } from '../forms/form-parts.tsx'
import { signOutEverywhere } from '../session/identity-calls.ts'
import { useAccountClient } from '../session/session-provider.tsx'
import { useSignOut } from '../session/use-sign-out.ts'
import { Section } from './section.tsx'
import { END_SESSION_FAILED, LOAD_DEVICES_FAILED } from './security-texts.ts'

/** The devices where the shopper is signed in. A user pool that cannot list devices can still sign out all of them. */
export function DevicesSection({ sub }: { sub: string }) {
  const accountClient = useAccountClient()
  const signOut = useSignOut(signOutEverywhere)
  const {
    data: devices,
    error,
    refetch,
  } = useQuery({
    queryKey: [DEVICES_QUERY, sub],
    queryFn: () => fetchDevices(accountClient),
    // Personal data is dropped as soon as it is no longer shown.
    gcTime: 0,
  })

  // A user pool that cannot list devices replies null, which is neither a failure nor loading.
  const isFailed = devices === undefined && error !== null
  const isLoading = devices === undefined && error === null

  const { failure, run } = useCall(async (id: string) => {
    await signOutDevice(accountClient, id)
    await refetch()
  }, END_SESSION_FAILED)

  return (
    <Section title="Devices" failure={failure}>
      {isFailed ? (
        <>
          <Alert>{messageOf(error, LOAD_DEVICES_FAILED)}</Alert>
          <Button onClick={() => void refetch()}>Try again</Button>
        </>
      ) : null}
      {isLoading ? <Spinner label="Loading devices..." /> : null}
      {devices ? <DeviceList devices={devices.map(describeDevice)} onSignOut={(id) => void run(id)} /> : null}
      <button type="button" onClick={() => void signOut()} className={`${TEXT_LINK} min-h-11`}>
        Sign out on all devices
      </button>
    </Section>
  )
}
