import { Button } from '@nashta/ui/button'
import { PasswordField } from '@nashta/ui/password-field'
import { SubmitButton } from '@nashta/ui/submit-button'
import { useEffect, useRef } from 'react'
import { RESET_PASSWORD_FAILED } from '../account-texts.ts'
import { loadIdentityCalls } from '../session/account-client.ts'
import { useAccountClient } from '../session/session-provider.tsx'
import { AccountHeading } from './account-page.tsx'
import { CodeField, FormMessages } from './form-parts.tsx'
import { loadSignInSchemas } from './load-schemas.ts'
import { useValidatedForm } from './use-validated-form.ts'

export type ResetPasswordFormProps = { email: string; onReset: () => void; onCancel: () => void }

/** Asks for the code that was mailed and for a new password. */
export function ResetPasswordForm({ email, onReset, onCancel }: ResetPasswordFormProps) {
  const accountClient = useAccountClient()
  const { formProps, fieldProps, status, messages } = useValidatedForm({
    schema: async () => (await loadSignInSchemas()).resetPasswordSchema,
    labels: { code: 'Confirmation code', newPassword: 'New password' },
    fallbackMessage: RESET_PASSWORD_FAILED,
    async send(values) {
      const { confirmForgotPassword } = await loadIdentityCalls()
      await confirmForgotPassword(accountClient, { email, ...values })
      onReset()
    },
  })
  const step = useRef<HTMLDivElement>(null)
  // This step takes the focus, because it replaces the form that had it.
  useEffect(() => step.current?.focus(), [])

  return (
    <div ref={step} tabIndex={-1} className="outline-none">
      <AccountHeading title="Choose a new password">
        If there is an account for <strong className="font-semibold break-words text-ink">{email}</strong>, a
        code is on its way there.
      </AccountHeading>
      <form {...formProps} aria-label="Reset password" className="grid gap-2">
        <FormMessages {...messages} />
        <CodeField {...fieldProps('code')} />
        <PasswordField {...fieldProps('newPassword')} autoComplete="new-password" required />
        <SubmitButton {...status} busyText="Saving...">
          Save new password
        </SubmitButton>
        <Button look="outline" onClick={onCancel}>
          Use another email
        </Button>
      </form>
    </div>
  )
}
