import { useHydrated } from '@nashta/ui/use-hydrated'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PASSWORD_WAS_RESET } from '../../features/account/account-texts.ts'
import { AccountHeading, AccountPage } from '../../features/account/forms/account-page.tsx'
import { ForgotPasswordForm } from '../../features/account/forms/forgot-password-form.tsx'
import {
  resetLinkOfHash,
  ResetByLinkForm,
  resetLinkOfState,
} from '../../features/account/forms/reset-by-link-form.tsx'
import { ResetPasswordForm } from '../../features/account/forms/reset-password-form.tsx'
import { staticMeta } from '../../server/page-meta.ts'

export const meta = staticMeta({
  title: 'Forgot your password?',
  description: (shop) => `Choose a new password for your ${shop} account with a code that we mail you.`,
  path: '/forgot-password',
})

export default function ForgotPasswordRoute() {
  const navigate = useNavigate()
  const { hash, state } = useLocation()
  const [email, setEmail] = useState<string | null>(null)
  // The server renders the same page for all visitors, so the link is read after hydration.
  const link = useHydrated() ? resetLinkOfState(state) : null
  const onReset = () => void navigate('/signin', { state: { message: PASSWORD_WAS_RESET } })

  useEffect(() => {
    const resetLink = resetLinkOfHash(hash)
    // Moves the mailed link from the hash to the state: the address bar must not show its token.
    if (resetLink) void navigate({ hash: '' }, { replace: true, state: { resetLink } })
  }, [hash, navigate])

  if (link) {
    return (
      <AccountPage picture="laddoos">
        <ResetByLinkForm
          link={link}
          onReset={onReset}
          onStartOver={() => void navigate('.', { replace: true })}
        />
      </AccountPage>
    )
  }
  return (
    <AccountPage picture="laddoos">
      {email === null ? (
        <>
          <AccountHeading title="Forgot your password?">
            It happens. Tell us your email, and we send you a code to choose a new one.
          </AccountHeading>
          <ForgotPasswordForm onCodeSent={setEmail} />
        </>
      ) : (
        <ResetPasswordForm email={email} onReset={onReset} onCancel={() => setEmail(null)} />
      )}
    </AccountPage>
  )
}
