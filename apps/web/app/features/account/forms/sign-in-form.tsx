import { AccountError } from '@nashta/browser/identity/account-error'
import { Checkbox } from '@nashta/ui/checkbox'
import { PasswordField } from '@nashta/ui/password-field'
import { SubmitButton } from '@nashta/ui/submit-button'
import { Link } from 'react-router'
import { SIGN_IN_FAILED } from '../account-texts.ts'
import { loadIdentityCalls } from '../session/account-client.ts'
import type { Credentials, SecondFactorChallenge } from '../session/identity-calls.ts'
import { useAccountClient } from '../session/session-provider.tsx'
import { EmailField, FormMessages, GoogleButton, NeedsJavaScript, TEXT_LINK } from './form-parts.tsx'
import { loadSignInSchemas } from './load-schemas.ts'
import { useValidatedForm } from './use-validated-form.ts'

export type SignInFormProps = {
  /** Called when the password is right, but the code that was mailed at sign-up has not been entered. */
  onUnconfirmed: (credentials: Credentials) => void
  /** Called when the password is right, and a code of the second factor is needed. */
  onChallenge: (challenge: SecondFactorChallenge) => void
}

export function SignInForm({ onUnconfirmed, onChallenge }: SignInFormProps) {
  const accountClient = useAccountClient()
  const { formProps, fieldProps, status, messages } = useValidatedForm({
    schema: async () => (await loadSignInSchemas()).signInSchema,
    labels: { email: 'Email', password: 'Password', rememberMe: 'Remember me' },
    fallbackMessage: SIGN_IN_FAILED,
    async send(values) {
      const { signIn } = await loadIdentityCalls()
      try {
        const challenge = await signIn(accountClient, values)
        if (challenge) onChallenge(challenge)
      } catch (error) {
        if (error instanceof AccountError && error.kind === 'UserNotConfirmedException') onUnconfirmed(values)
        else throw error
      }
    },
  })

  return (
    <form {...formProps} aria-label="Sign in" className="grid gap-2">
      <NeedsJavaScript what="Signing in" />
      <FormMessages {...messages} />
      <EmailField {...fieldProps('email')} autoComplete="username" />
      <PasswordField {...fieldProps('password')} autoComplete="current-password" required />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox {...fieldProps('rememberMe')} />
        <Link to="/forgot-password" className={`${TEXT_LINK} inline-flex min-h-11 items-center`}>
          Forgot your password?
        </Link>
      </div>
      <SubmitButton {...status} busyText="Signing in...">
        Sign in
      </SubmitButton>
      <GoogleButton />
    </form>
  )
}
