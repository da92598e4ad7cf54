import { EMAIL_MAX_LENGTH } from '@nashta/contracts/constants'
import { SubmitButton } from '@nashta/ui/button'
import { TextField } from '@nashta/ui/field'
import { Link } from 'react-router'
import { FORGOT_PASSWORD_FALLBACK } from './account-texts.ts'
import { FormNotes } from './form-notes.tsx'
import { forgotPasswordForm } from './forms/sign-in.ts'
import { loadIdentityCalls } from './load-identity-calls.ts'
import { useAccount } from './session-provider.tsx'
import { TEXT_LINK } from './text-link.ts'
import { useForm } from './use-form.ts'

export function ForgotPasswordForm({ onCodeSent }: { onCodeSent: (email: string) => void }) {
  const account = useAccount()
  const { props, field, busy, notes } = useForm({
    form: forgotPasswordForm,
    labels: { email: 'Email' },
    fallback: FORGOT_PASSWORD_FALLBACK,
    async send({ email }) {
      const { forgotPassword } = await loadIdentityCalls()
      await forgotPassword(account, { email })
      onCodeSent(email)
    },
  })

  return (
    <form {...props} aria-label="Forgot password" className="grid gap-5">
      <FormNotes {...notes} />
      <TextField
        {...field('email')}
        type="email"
        autoComplete="username"
        maxLength={EMAIL_MAX_LENGTH}
        required
      />
      <SubmitButton busy={busy} busyText="Sending code...">
        Send code
      </SubmitButton>
      <Link to="/signin" className={`${TEXT_LINK} inline-flex min-h-11 items-center justify-self-start`}>
        Back to sign in
      </Link>
    </form>
  )
}
