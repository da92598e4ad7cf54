import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { CONFIRM_BY_SIGNING_IN } from '../../features/account/account-texts.ts'
import { AccountHeading, AccountPage } from '../../features/account/forms/account-page.tsx'
import { ConfirmEmail } from '../../features/account/forms/confirm-email.tsx'
import { TEXT_LINK } from '../../features/account/forms/form-parts.tsx'
import { SignUpForm } from '../../features/account/forms/sign-up-form.tsx'
import type { Credentials } from '../../features/account/session/identity-calls.ts'
import { useNextPath, withNextPath } from '../../features/account/session/next-path.ts'
import { useRedirectAfterSignIn } from '../../features/account/session/use-redirect-after-sign-in.ts'
import { staticMeta } from '../../server/page-meta.ts'

export const meta = staticMeta({
  title: 'Create your account',
  description: (shop) => `Create a ${shop} account to order snacks and to follow them to your door.`,
  path: '/signup',
})

export default function SignUpRoute() {
  const { signInAfterConfirmation } = useRedirectAfterSignIn()
  const next = useNextPath()
  const { credentials, begin, cancel } = useConfirmStep()

  return (
    <AccountPage picture="macarons">
      {credentials ? (
        <ConfirmEmail credentials={credentials} onConfirmed={signInAfterConfirmation} onCancel={cancel} />
      ) : null}
      {/* The form is only hidden, so that a shopper who cancels finds it as it was. */}
      <div hidden={credentials !== null}>
        <AccountHeading title="Create your account">
          Been here before?{' '}
          <Link to={withNextPath('/signin', next)} className={TEXT_LINK}>
            Sign in
          </Link>
        </AccountHeading>
        <SignUpForm onUnconfirmed={begin} onConfirmed={signInAfterConfirmation} />
      </div>
    </AccountPage>
  )
}

/** The state of the history entry that shows the confirmation. */
const CONFIRMING = 'confirming'

/**
 * Makes the confirmation an entry of its own in the browser's history. A reload keeps this entry
 * but loses the password, which is never stored. The shopper then confirms by signing in.
 */
function useConfirmStep() {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const [credentials, setCredentials] = useState<Credentials | null>(null)
  const isConfirming = state === CONFIRMING

  useEffect(() => {
    if (!isConfirming || credentials) return
    void navigate(`/signin${search}`, { replace: true, state: { message: CONFIRM_BY_SIGNING_IN } })
  }, [isConfirming, credentials, search, navigate])

  return {
    credentials: isConfirming ? credentials : null,
    begin: (signedUp: Credentials) => {
      setCredentials(signedUp)
      void navigate(`/signup${search}`, { state: CONFIRMING })
    },
    cancel: () => void navigate(-1),
  }
}
