import { confirmationCodeField } from '@nashta/contracts/account/account-fields'
import { Button } from '@nashta/ui/button'
import { CopyButton } from '@nashta/ui/copy-button'
import { QrCode } from '@nashta/ui/qr-code'
import { SubmitButton } from '@nashta/ui/submit-button'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { CodeField, FormMessages } from '../forms/form-parts.tsx'
import { useValidatedForm } from '../forms/use-validated-form.ts'
import { useAccountClient } from '../session/session-provider.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { authenticatorUri, setSecondFactor, verifyApp } from './security-calls.ts'
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
  const uri = authenticatorUri({ email, secret })
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

  if (shownCodes) return <RecoveryCodes codes={shownCodes} onDone={onFinished} />
  return (
    <div ref={step} tabIndex={-1} className="grid min-w-0 gap-6 outline-none">
      <ol className="grid list-inside list-decimal gap-4">
        <li>
          Scan this picture with an authenticator app on your phone, or{' '}
          <a href={uri} className="font-semibold text-raspberry underline underline-offset-4">
            open the app on this device
          </a>
          .
          <QrCode
            text={uri}
            label="QR code for the authenticator app"
            className="mt-3 size-56 max-w-full rounded-2xl border border-line bg-white fill-black"
          />
        </li>
        <li>
          Or type this key into the app:
          <div className="mt-2 flex flex-wrap items-center gap-3">
            <code className="rounded-xl bg-paper px-3 py-2 font-mono break-all">
              {inGroupsOfFour(secret)}
            </code>
            <CopyButton text={secret}>Copy key</CopyButton>
          </div>
        </li>
        <li>Enter the code that the app shows.</li>
      </ol>
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

/** `abcdefgh` becomes `abcd efgh`. */
function inGroupsOfFour(text: string): string {
  return text.replaceAll(/.{4}(?=.)/g, '$& ')
}
