import { EMAIL_MAX_LENGTH } from '@nashta/contracts/constants'
import { SubmitButton } from '@nashta/ui/button'
import { Checkbox } from '@nashta/ui/checkbox'
import { TextField } from '@nashta/ui/field'
import { PasswordField } from '@nashta/ui/password-field'
import { Link } from 'react-router'
import { AccountError } from './account-error.ts'
import type { Credentials } from './confirm-email.tsx'
import { FormNotes } from './form-notes.tsx'
import { signInForm } from './forms/sign-in.ts'
import { GoogleButton } from './google-button.tsx'
import { signInWithGoogle } from './google.ts'
import { loadIdentityCalls } from './load-identity-calls.ts'
import { useAccount } from './session-provider.tsx'
import { GOOGLE_SIGN_IN_FALLBACK, SIGN_IN_FALLBACK } from './session-texts.ts'
import { TEXT_LINK } from './text-link.ts'
import { useForm } from './use-form.ts'

export type SignInFormProps = {
  /** The password is right, but the code that was mailed at sign-up is still wanted. */
  onUnconfirmed: (credentials: Credentials) => void
}

export function SignInForm({ onUnconfirmed }: SignInFormProps) {
  const account = useAccount()
  const { props, field, busy, notes, attempt } = useForm({
    form: signInForm,
    labels: { email: 'Email', password: 'Password', rememberMe: 'Remember me' },
    fallback: SIGN_IN_FALLBACK,
    async send(values) {
      const { signIn } = await loadIdentityCalls()
      try {
        await signIn(account, values)
      } catch (error) {
        if (!(error instanceof AccountError) || error.kind !== 'UserNotConfirmedException') throw error
        onUnconfirmed(values)
      }
    },
  })

  return (
    <form {...props} aria-label="Sign in" className="grid gap-5">
      <FormNotes {...notes} />
      <TextField
        {...field('email')}
        type="email"
        autoComplete="username"
        maxLength={EMAIL_MAX_LENGTH}
        required
      />
      <PasswordField {...field('password')} autoComplete="current-password" required />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox {...field('rememberMe')} />
        <Link to="/forgot-password" className={`${TEXT_LINK} inline-flex min-h-11 items-center`}>
          Forgot your password?
        </Link>
      </div>
      <SubmitButton busy={busy} busyText="Signing in...">
        Sign in
      </SubmitButton>
      <GoogleButton onClick={() => void attempt(signInWithGoogle, GOOGLE_SIGN_IN_FALLBACK)} />
    </form>
  )
}
