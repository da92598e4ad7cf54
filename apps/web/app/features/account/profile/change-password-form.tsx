import { Button } from '@nashta/ui/button'
import { PasswordField } from '@nashta/ui/password-field'
import { SubmitButton } from '@nashta/ui/submit-button'
import { useEffect } from 'react'
import { CHANGE_PASSWORD_FAILED } from '../account-texts.ts'
import { FormMessages } from '../forms/form-parts.tsx'
import { useValidatedForm } from '../forms/use-validated-form.ts'
import { changePasswordSchema } from '../profile-schemas.ts'
import { changePassword } from '../profile.ts'
import { useAccountClient } from '../session/session-provider.tsx'

export type ChangePasswordFormProps = { email: string; onChanged: () => void; onCancel: () => void }

export function ChangePasswordForm({ email, onChanged, onCancel }: ChangePasswordFormProps) {
  const accountClient = useAccountClient()
  const { element, formProps, fieldProps, status, messages } = useValidatedForm({
    schema: changePasswordSchema,
    labels: { currentPassword: 'Current password', newPassword: 'New password' },
    fallbackMessage: CHANGE_PASSWORD_FAILED,
    async send(values) {
      await changePassword(accountClient, values)
      onChanged()
    },
  })
  useEffect(() => element.current?.querySelector<HTMLInputElement>('[type=password]')?.focus(), [element])

  return (
    <form {...formProps} aria-labelledby="change-password-heading" className="grid gap-2">
      <h2 id="change-password-heading" className="font-display text-3xl font-semibold tracking-tight">
        Change Password
      </h2>
      <FormMessages {...messages} />
      {/* Tells password managers whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...fieldProps('currentPassword')} autoComplete="current-password" required />
      <PasswordField {...fieldProps('newPassword')} autoComplete="new-password" required />
      <div className="flex flex-wrap gap-3">
        <SubmitButton {...status} busyText="Saving...">
          Save new password
        </SubmitButton>
        <Button look="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
