import { useCall } from '@nashta/browser/forms/use-call'
import type { Profile } from '@nashta/browser/session/profile'
import { Button } from '@nashta/ui/button'
import { Spinner } from '@nashta/ui/spinner'
import { useState } from 'react'
import { lazyPart } from '../../../data/late/awaited-parts.tsx'
import { useAccountClient } from '../session/session-provider.tsx'
import { Section } from './section.tsx'
import { createSecret, setSecondFactor } from './security-calls.ts'
import { SECOND_FACTOR_FAILED, SECOND_FACTOR_OFF, SECOND_FACTOR_ON } from './security-texts.ts'
import { useConfirmIdentity } from './use-confirm-identity.tsx'

/** Loaded on first use, because it contains the encoder of QR codes. */
const SetUpSecondFactor = lazyPart(
  () => import('./set-up-second-factor.tsx'),
  <Spinner label="One moment..." />,
)

export type SecondFactorSectionProps = {
  profile: Profile
  /** Fetches the profile again, and shows the message above the page. */
  onChanged: (message: string) => void
}

export function SecondFactorSection({ profile, onChanged }: SecondFactorSectionProps) {
  const accountClient = useAccountClient()
  const { dialog, withRecentSignIn } = useConfirmIdentity(profile.email)
  const [secret, setSecret] = useState<string | null>(null)

  const beginSetUp = useCall(
    () => withRecentSignIn(async () => setSecret(await createSecret(accountClient))),
    SECOND_FACTOR_FAILED,
  )

  const turnOff = useCall(async () => {
    const isOff = await withRecentSignIn(() => setSecondFactor(accountClient, 'off'))
    if (isOff) onChanged(SECOND_FACTOR_OFF)
  }, SECOND_FACTOR_FAILED)

  function finish() {
    setSecret(null)
    onChanged(SECOND_FACTOR_ON)
  }

  return (
    <Section title="Two-step sign-in" failure={beginSetUp.failure ?? turnOff.failure}>
      {profile.hasSecondFactor ? (
        <>
          <p>On: besides your password, signing in needs a code from your authenticator app.</p>
          <Button look="outline" aria-disabled={turnOff.isBusy} onClick={() => void turnOff.run()}>
            Turn off
          </Button>
        </>
      ) : secret === null ? (
        <>
          <p>
            Off. With it, a stranger who learns your password still cannot sign in: signing in also needs a
            code from an app on your phone.
          </p>
          <Button look="outline" aria-disabled={beginSetUp.isBusy} onClick={() => void beginSetUp.run()}>
            Turn on
          </Button>
        </>
      ) : (
        <SetUpSecondFactor
          email={profile.email}
          secret={secret}
          onFinished={finish}
          onCancel={() => setSecret(null)}
        />
      )}
      {dialog}
    </Section>
  )
}
