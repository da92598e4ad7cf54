import { useState } from 'react'
import { useNavigate } from 'react-router'
import { PASSWORD_WAS_RESET } from '../features/account/account-texts.ts'
import { AccountHeading, AccountPage } from '../features/account/forms/account-page.tsx'
import { ForgotPasswordForm } from '../features/account/forms/forgot-password-form.tsx'
import { ResetPasswordForm } from '../features/account/forms/reset-password-form.tsx'
import { staticMeta } from '../server/page-meta.ts'

export const meta = staticMeta({
  title: 'Forgot your password? | Nashta',
  description: 'Choose a new password for your Nashta account with a code that we mail you.',
  path: '/forgot-password',
})

export default function ForgotPasswordRoute() {
  const navigate = useNavigate()
  const [email, setEmail] = useState<string | null>(null)

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
        <ResetPasswordForm
          email={email}
          onReset={() => void navigate('/signin', { state: { message: PASSWORD_WAS_RESET } })}
          onCancel={() => setEmail(null)}
        />
      )}
    </AccountPage>
  )
}
