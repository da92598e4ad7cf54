import type { Profile } from '@nashta/browser/session/profile'
import { Button } from '@nashta/ui/button'
import { SubmitButton } from '@nashta/ui/submit-button'
import { type ReactNode, useEffect, useState } from 'react'
import { CodeField, EmailField, FormMessages } from '../forms/form-parts.tsx'
import { confirmEmailSchema } from '../forms/sign-in-schemas.ts'
import { useValidatedForm } from '../forms/use-validated-form.ts'
import { changeEmailSchema } from '../profile-schemas.ts'
import { confirmEmailChange, requestEmailChange } from '../profile.ts'
import { useAccountClient } from '../session/session-provider.tsx'
import { CHANGE_EMAIL_FAILED } from './security-texts.ts'
import { useConfirmIdentity } from './use-confirm-identity.tsx'

export type ChangeEmailProps = {
  email: string
  onChanged: (profile: Profile) => void
  onCancel: () => void
}

/** Asks for the new address, then for the code that was mailed to it. */
export function ChangeEmail({ email, onChanged, onCancel }: ChangeEmailProps) {
  const [newEmail, setNewEmail] = useState<string | null>(null)

  return (
    <div>
      <h2 className="mb-5 font-display text-3xl font-semibold tracking-tight">Change Email</h2>
      {newEmail === null ? (
        <NewEmailForm email={email} onSent={setNewEmail} onCancel={onCancel} />
      ) : (
        <CodeForm newEmail={newEmail} onChanged={onChanged} onCancel={onCancel} />
      )}
    </div>
  )
}

type NewEmailFormProps = { email: string; onSent: (newEmail: string) => void; onCancel: () => void }

function NewEmailForm({ email, onSent, onCancel }: NewEmailFormProps) {
  const accountClient = useAccountClient()
  const { dialog, withRecentSignIn } = useConfirmIdentity(email)
  const form = useValidatedForm({
    schema: changeEmailSchema,
    labels: { newEmail: 'New email' },
    fallbackMessage: CHANGE_EMAIL_FAILED,
    async send({ newEmail }) {
      const isSent = await withRecentSignIn(() => requestEmailChange(accountClient, newEmail))
      if (isSent) onSent(newEmail)
    },
  })

  return (
    <>
      <StepForm
        form={form}
        label="Request code"
        submitText="Send code"
        busyText="Sending..."
        onCancel={onCancel}
      >
        <EmailField {...form.fieldProps('newEmail')} autoComplete="email" />
      </StepForm>
      {dialog}
    </>
  )
}

type CodeFormProps = { newEmail: string; onChanged: (profile: Profile) => void; onCancel: () => void }

function CodeForm({ newEmail, onChanged, onCancel }: CodeFormProps) {
  const accountClient = useAccountClient()
  const form = useValidatedForm({
    schema: confirmEmailSchema,
    labels: { code: 'Confirmation code' },
    fallbackMessage: CHANGE_EMAIL_FAILED,
    async send({ code }) {
      onChanged(await confirmEmailChange(accountClient, code))
    },
  })

  return (
    <StepForm
      form={form}
      label="Confirm email"
      submitText="Change email"
      busyText="Checking..."
      onCancel={onCancel}
    >
      <p>
        We sent a code to <strong className="font-semibold break-words">{newEmail}</strong>. Until you enter
        it, your old address stays.
      </p>
      <CodeField {...form.fieldProps('code')} />
    </StepForm>
  )
}

type StepFormProps = {
  form: Pick<ReturnType<typeof useValidatedForm>, 'element' | 'formProps' | 'messages' | 'status'>
  label: string
  submitText: string
  busyText: string
  onCancel: () => void
  children: ReactNode
}

function StepForm({ form, label, submitText, busyText, onCancel, children }: StepFormProps) {
  const { element } = form
  useEffect(() => element.current?.querySelector('input')?.focus(), [element])

  return (
    <form {...form.formProps} aria-label={label} className="grid gap-2">
      <FormMessages {...form.messages} />
      {children}
      <div className="flex flex-wrap gap-3">
        <SubmitButton {...form.status} busyText={busyText}>
          {submitText}
        </SubmitButton>
        <Button look="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
