import { requiredText } from '@nashta/contracts/account/account-fields'
import { Button } from '@nashta/ui/button'
import { TextField } from '@nashta/ui/field'
import { SubmitButton } from '@nashta/ui/submit-button'
import { useState } from 'react'
import * as z from 'zod/mini'
import { SIGN_IN_FAILED } from '../account-texts.ts'
import { loadIdentityCalls } from '../session/account-client.ts'
import type { SecondFactorChallenge } from '../session/identity-calls.ts'
import { useAccountClient } from '../session/session-provider.tsx'
import { CodeField, FormMessages, TEXT_LINK } from './form-parts.tsx'
import { useValidatedForm } from './use-validated-form.ts'

const LABELS = {
  app: 'Enter the code from your authenticator app',
  recovery: 'Enter one of your recovery codes',
}

const schema = z.object({
  code: requiredText('Please enter a code').check(z.overwrite((code) => code.replace(/\s/g, ''))),
})

export type SecondFactorFormProps = {
  challenge: SecondFactorChallenge
  submitText: string
  /** The sign-in page does not need this: it redirects as soon as there is a session. */
  onSignedIn?: () => void
  onCancel: () => void
}

/** Asks for a code of the authenticator app, or for a recovery code instead. */
export function SecondFactorForm({ challenge, submitText, onSignedIn, onCancel }: SecondFactorFormProps) {
  const accountClient = useAccountClient()
  const [kind, setKind] = useState<keyof typeof LABELS>('app')
  const { formProps, fieldProps, status, messages } = useValidatedForm({
    schema,
    labels: { code: LABELS[kind] },
    fallbackMessage: SIGN_IN_FAILED,
    async send({ code }) {
      const { enterSecondFactor } = await loadIdentityCalls()
      await enterSecondFactor(accountClient, challenge, code)
      onSignedIn?.()
    },
  })

  return (
    <form {...formProps} aria-label="Second step" className="grid gap-2">
      <FormMessages {...messages} />
      {/* Each kind of code has its own key: switching mounts an empty field, which is focused. */}
      <div key={kind} ref={focusField}>
        {kind === 'app' ? (
          <CodeField {...fieldProps('code')} />
        ) : (
          <TextField
            {...fieldProps('code')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint="Each recovery code works once."
            required
          />
        )}
      </div>
      <SubmitButton {...status} busyText="Checking...">
        {submitText}
      </SubmitButton>
      <Button look="outline" onClick={onCancel}>
        Cancel
      </Button>
      <button
        type="button"
        onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}
        className={`${TEXT_LINK} min-h-11 justify-self-start`}
      >
        {kind === 'app' ? 'Use a recovery code' : 'Use the authenticator app'}
      </button>
    </form>
  )
}

function focusField(element: HTMLElement | null) {
  element?.querySelector('input')?.focus()
}
