import { downloadFile } from '@nashta/browser/download-file'
import { authenticatorUri } from '@nashta/browser/identity/authenticator-uri'
import { confirmationCodeField } from '@nashta/contracts/account/account-fields'
import { fileNameOf } from '@nashta/contracts/shop/face'
import { AuthenticatorSteps } from '@nashta/ui/authenticator-steps'
import { Button } from '@nashta/ui/button'
import { RecoveryCodes } from '@nashta/ui/recovery-codes'
import { SubmitButton } from '@nashta/ui/submit-button'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useFace } from '../../../data/shop/use-face.ts'
import { CodeField, FormMessages } from '../forms/form-parts.tsx'
import { useValidatedForm } from '../forms/use-validated-form.ts'
import { useAccountClient } from '../session/session-provider.tsx'
import { setSecondFactor, verifyApp } from './security-calls.ts'
import { SECOND_FACTOR_FAILED } from './security-texts.ts'

export type SetUpSecondFactorProps = {
  email: string
  secret: string
  onFinished: () => void
  onCancel: () => void
}

const schema = z.object({ code: confirmationCodeField })

/**
 * Shows the secret for the app, asks for its first code, then shows the recovery codes. A default
 * export for `lazy`.
 */
export default function SetUpSecondFactor({ email, secret, onFinished, onCancel }: SetUpSecondFactorProps) {
  const accountClient = useAccountClient()
  /** What `verifyApp` returned; null before. Empty with Cognito, which has no recovery codes. */
  const recoveryCodes = useRef<string[] | null>(null)
  /** The recovery codes to show, once two-step sign-in is on. */
  const [shownCodes, setShownCodes] = useState<string[] | null>(null)
  const shopName = useFace()?.name
  const uri = authenticatorUri({ email, secret, shopName })
  const { formProps, fieldProps, status, messages } = useValidatedForm({
    schema,
    labels: { code: 'Code from the app' },
    fallbackMessage: SECOND_FACTOR_FAILED,
    async send({ code }) {
      // If `setSecondFactor` has failed before, the app is verified already.
      recoveryCodes.current ??= await verifyApp(accountClient, code)
      await setSecondFactor(accountClient, 'on')
      if (recoveryCodes.current.length > 0) setShownCodes(recoveryCodes.current)
      else onFinished()
    },
  })
  const step = useRef<HTMLDivElement>(null)
  // This step takes the focus, because it replaces the button that had it.
  useEffect(() => step.current?.focus(), [])

  if (shownCodes)
    return (
      <RecoveryCodes
        codes={shownCodes}
        onDownload={(text) => downloadFile(fileNameOf('recovery-codes.txt', shopName), 'text/plain', text)}
        onDone={onFinished}
      />
    )
  return (
    <div ref={step} tabIndex={-1} className="grid min-w-0 gap-6 outline-none">
      <AuthenticatorSteps uri={uri} secret={secret} />
      <form {...formProps} aria-label="Turn on two-step sign-in" className="grid gap-2">
        <FormMessages {...messages} />
        <CodeField {...fieldProps('code')} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton {...status} busyText="Checking...">
            Turn on two-step sign-in
          </SubmitButton>
          <Button look="outline" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  )
}
