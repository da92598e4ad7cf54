import { Spinner } from '@nashta/ui/spinner'
import { useState } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../../data/late/awaited-parts.tsx'
import { AccountHeading, AccountPage } from '../../features/account/forms/account-page.tsx'
import { ConfirmEmail } from '../../features/account/forms/confirm-email.tsx'
import { TEXT_LINK } from '../../features/account/forms/form-parts.tsx'
import { SignInForm } from '../../features/account/forms/sign-in-form.tsx'
import type { Credentials } from '../../features/account/session/identity-calls.ts'
import type { SecondFactorChallenge } from '../../features/account/session/identity-calls.ts'
import { signInReason, useNextPath, withNextPath } from '../../features/account/session/next-path.ts'
import { useRedirectAfterSignIn } from '../../features/account/session/use-redirect-after-sign-in.ts'
import { staticMeta } from '../../server/page-meta.ts'

/** Loaded when it is needed: few shoppers have a second factor. */
const SecondFactorStep = lazyPart(
  () => import('../../features/account/forms/second-factor-step.tsx'),
  <Spinner label="One moment..." />,
)

export const meta = staticMeta({
  title: 'Sign in',
  description: (shop) => `Sign in to ${shop}: your cart on every device, your orders and your details.`,
  path: '/signin',
})

export default function SignInRoute() {
  const { signInAfterConfirmation } = useRedirectAfterSignIn()
  const next = useNextPath()
  const reason = signInReason(next)
  const [unconfirmed, setUnconfirmed] = useState<Credentials | null>(null)
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null)

  async function onConfirmed(credentials: Credentials) {
    await signInAfterConfirmation(credentials)
    // If the sign-in failed, the shopper is still on this page and signs in by the form.
    setUnconfirmed(null)
  }

  return (
    <AccountPage picture="laddoos">
      {challenge ? (
        <SecondFactorStep challenge={challenge} onCancel={() => setChallenge(null)} />
      ) : unconfirmed ? (
        <ConfirmEmail
          credentials={unconfirmed}
          onConfirmed={onConfirmed}
          onCancel={() => setUnconfirmed(null)}
        />
      ) : (
        <>
          <AccountHeading title="Welcome back">
            {reason ? <span className="mb-2 block font-semibold text-ink">{reason}</span> : null}
            New here?{' '}
            <Link to={withNextPath('/signup', next)} className={TEXT_LINK}>
              Create an account
            </Link>
          </AccountHeading>
          <SignInForm onUnconfirmed={setUnconfirmed} onChallenge={setChallenge} />
        </>
      )}
    </AccountPage>
  )
}
