import { Refusal } from '@nashta/browser/forms/failure-text'
import { AccountError } from '@nashta/browser/identity/account-error'
import { authenticatorUri } from '@nashta/browser/identity/authenticator-uri'
import { AuthenticatorSteps } from '@nashta/ui/authenticator-steps'
import { TextField } from '@nashta/ui/field'
import { useFace } from '../../data/face.ts'

const WRONG_CODE = 'This is not the code that the app shows now. Please enter the newest one.'

type AuthenticatorFieldsProps = {
  email: string
  secret: string
  codeField: { id: string; name: string; error: string | undefined }
}

/** How an operator sets up an authenticator app, and the field for its first code. */
export function AuthenticatorFields({ email, secret, codeField }: AuthenticatorFieldsProps) {
  const { shopName } = useFace()
  return (
    <>
      <p>
        Besides your password, signing in needs a code from an app on your phone. A stranger who learns your
        password still cannot see your customers or your money. If you have no such app yet, get one from your
        phone’s app store, for example Google Authenticator or Microsoft Authenticator.
      </p>
      <AuthenticatorSteps
        uri={authenticatorUri({ email: email || 'desk', secret, shopName })}
        secret={secret}
      />
      <TextField
        {...codeField}
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="Six digits. The app shows new ones every 30 seconds."
        required
      />
    </>
  )
}

/** Shows a wrong code at its field. */
export function factorRefusal(error: unknown) {
  const isWrongCode = error instanceof AccountError && error.kind === 'EnableSoftwareTokenMFAException'
  return isWrongCode ? new Refusal(WRONG_CODE, { code: WRONG_CODE }) : error
}
