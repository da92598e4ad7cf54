import { useCall } from '@nashta/browser/forms/use-call'
import { Button } from '@nashta/ui/button'
import { Failure } from '@nashta/ui/failure'
import { SubmitButton } from '@nashta/ui/submit-button'
import { useEffect, useRef, useState } from 'react'
import { CONFIRM_EMAIL_FAILED, newCodeSent, RESEND_CODE_FAILED } from '../account-texts.ts'
import { loadIdentityCalls } from '../session/account-client.ts'
import type { Credentials } from '../session/identity-calls.ts'
import { useAccountClient } from '../session/session-provider.tsx'
import { AccountHeading } from './account-page.tsx'
import { CodeField, FormMessages, TEXT_LINK } from './form-parts.tsx'
import { loadSignInSchemas } from './load-schemas.ts'
import { useValidatedForm } from './use-validated-form.ts'

export type ConfirmEmailProps = {
  /** They sign the shopper in once the e-mail address is confirmed. They are never in browser storage. */
  credentials: Credentials
  onConfirmed: (credentials: Credentials) => Promise<void>
  onCancel: () => void
}

/** Asks for the code that was mailed at sign-up. */
export function ConfirmEmail({ credentials, onConfirmed, onCancel }: ConfirmEmailProps) {
  const accountClient = useAccountClient()
  const { email } = credentials
  const [resentText, setResentText] = useState<string | null>(null)
  const { formProps, fieldProps, status, messages } = useValidatedForm({
    schema: async () => (await loadSignInSchemas()).confirmEmailSchema,
    labels: { code: 'Confirmation code' },
    fallbackMessage: CONFIRM_EMAIL_FAILED,
    async send({ code }) {
      setResentText(null)
      const { confirmSignUp } = await loadIdentityCalls()
      await confirmSignUp(accountClient, { email, code })
      await onConfirmed(credentials)
    },
  })
  const step = useRef<HTMLDivElement>(null)
  // This step takes the focus, because it replaces the form that had it.
  useEffect(() => step.current?.focus(), [])

  const resend = useCall(async () => {
    setResentText(null)
    const { resendCode } = await loadIdentityCalls()
    await resendCode(accountClient, { email })
    setResentText(newCodeSent(email))
  }, RESEND_CODE_FAILED)

  return (
    <div ref={step} tabIndex={-1} className="outline-none">
      <AccountHeading title="Confirm your email">
        We sent a code to <strong className="font-semibold break-words text-ink">{email}</strong>. It may take
        a minute to arrive.
      </AccountHeading>
      <form {...formProps} aria-label="Confirm email" className="grid gap-2">
        <FormMessages {...messages} />
        <CodeField {...fieldProps('code')} />
        <SubmitButton {...status} busyText="Confirming...">
          Confirm Email
        </SubmitButton>
        <Button look="outline" onClick={onCancel}>
          Cancel
        </Button>
        <div className="flex flex-wrap items-center gap-x-3">
          <p>No mail?</p>
          <button type="button" onClick={() => void resend.run()} className={`${TEXT_LINK} min-h-11`}>
            Resend code
          </button>
        </div>
        {resend.failure ? <Failure>{resend.failure}</Failure> : null}
        <output className="font-medium text-pistachio">{resentText}</output>
      </form>
    </div>
  )
}
