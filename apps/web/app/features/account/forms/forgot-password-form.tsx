import { SubmitButton } from '@nashta/ui/submit-button'
import { Link } from 'react-router'
import { SEND_CODE_FAILED } from '../account-texts.ts'
import { loadIdentityCalls } from '../session/account-client.ts'
import { useAccountClient } from '../session/session-provider.tsx'
import { EmailField, FormMessages, TEXT_LINK } from './form-parts.tsx'
import { loadSignInSchemas } from './load-schemas.ts'
import { useValidatedForm } from './use-validated-form.ts'

export function ForgotPasswordForm({ onCodeSent }: { onCodeSent: (email: string) => void }) {
  const accountClient = useAccountClient()
  const { formProps, fieldProps, status, messages } = useValidatedForm({
    schema: async () => (await loadSignInSchemas()).forgotPasswordSchema,
    labels: { email: 'Email' },
    fallbackMessage: SEND_CODE_FAILED,
    async send({ email }) {
      const { forgotPassword } = await loadIdentityCalls()
      await forgotPassword(accountClient, { email })
      onCodeSent(email)
    },
  })

  return (
    <form {...formProps} aria-label="Forgot password" className="grid gap-2">
      <FormMessages {...messages} />
      <EmailField {...fieldProps('email')} autoComplete="username" />
      <SubmitButton {...status} busyText="Sending code...">
        Send code
      </SubmitButton>
      <Link to="/signin" className={`${TEXT_LINK} inline-flex min-h-11 items-center justify-self-start`}>
        Back to sign in
      </Link>
    </form>
  )
}
