import { passwordField } from '@nashta/contracts/account/account-fields'
import { Button } from '@nashta/ui/button'
import { PasswordField } from '@nashta/ui/password-field'
import { SubmitButton } from '@nashta/ui/submit-button'
import { useModal } from '@nashta/ui/use-modal'
import { type ReactNode, useId, useState } from 'react'
import * as z from 'zod/mini'
import { SIGN_IN_FAILED } from '../account-texts.ts'
import { FormMessages } from '../forms/form-parts.tsx'
import { SecondFactorForm } from '../forms/second-factor-form.tsx'
import { useValidatedForm } from '../forms/use-validated-form.ts'
import { type SecondFactorChallenge, signIn } from '../session/identity-calls.ts'
import { useAccountClient, useSession } from '../session/session-provider.tsx'

export type ConfirmIdentityTexts = { title: string; text: ReactNode; submitText: string }

export type ConfirmIdentityDialogProps = {
  email: string
  texts: ConfirmIdentityTexts
  /** Called once the shopper is signed in again. */
  onConfirmed: () => void
  onCancel: () => void
}

/**
 * Asks for the password again, and for a code if the account has a second factor. The new session
 * replaces the current one.
 */
export function ConfirmIdentityDialog({ email, texts, onConfirmed, onCancel }: ConfirmIdentityDialogProps) {
  const dialog = useModal()
  const headingId = useId()
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null)
  const { title, text, submitText } = texts

  return (
    <dialog
      ref={dialog}
      aria-labelledby={headingId}
      onCancel={onCancel}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-[2rem] bg-white p-6 text-ink backdrop:bg-ink/45 sm:p-8"
    >
      <h2 id={headingId} className="font-display text-3xl font-semibold tracking-tight">
        {title}
      </h2>
      <div className="mt-3 mb-6 text-pretty text-ink-soft">{text}</div>
      {challenge ? (
        <SecondFactorForm
          challenge={challenge}
          submitText={submitText}
          onSignedIn={onConfirmed}
          onCancel={onCancel}
        />
      ) : (
        <PasswordForm
          email={email}
          submitText={submitText}
          onConfirmed={onConfirmed}
          onChallenge={setChallenge}
          onCancel={onCancel}
        />
      )}
    </dialog>
  )
}

type PasswordFormProps = Pick<ConfirmIdentityDialogProps, 'email' | 'onConfirmed' | 'onCancel'> & {
  submitText: string
  onChallenge: (challenge: SecondFactorChallenge) => void
}

const passwordSchema = z.object({ password: passwordField })

function PasswordForm({ email, submitText, onConfirmed, onChallenge, onCancel }: PasswordFormProps) {
  const accountClient = useAccountClient()
  const session = useSession()
  const rememberMe = session.status === 'signed-in' && session.rememberMe
  const { formProps, fieldProps, status, messages } = useValidatedForm({
    schema: passwordSchema,
    labels: { password: 'Password' },
    fallbackMessage: SIGN_IN_FAILED,
    async send({ password }) {
      const challenge = await signIn(accountClient, { email, password, rememberMe })
      if (challenge) onChallenge(challenge)
      else onConfirmed()
    },
  })

  return (
    <form {...formProps} aria-label="Confirm your password" className="grid gap-2">
      <FormMessages {...messages} />
      {/* Tells password managers whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...fieldProps('password')} autoComplete="current-password" required />
      <SubmitButton {...status} busyText="Checking...">
        {submitText}
      </SubmitButton>
      <Button look="outline" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  )
}
