import { useCall } from '@nashta/browser/forms/use-call'
import { AccountError } from '@nashta/browser/identity/account-error'
import { EMAIL_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from '@nashta/contracts/constants'
import { ErrorSummary } from '@nashta/ui/alert'
import { Button } from '@nashta/ui/button'
import { Failure } from '@nashta/ui/failure'
import { TextField, type TextFieldProps } from '@nashta/ui/field'
import { GOOGLE_SIGN_IN_NOT_IMPLEMENTED } from '../account-texts.ts'

/** The class names of a link within text. */
export const TEXT_LINK =
  'font-semibold text-raspberry underline decoration-[1.5px] underline-offset-4 hover:text-raspberry-deep'

export type FormMessagesProps = {
  invalidFields: { id: string; label: string }[]
  /** How often the form was submitted with invalid fields. */
  invalidSubmits: number
}

/** A list of the invalid fields above a form. A single one is not listed, because it gets the focus. */
export function FormMessages({ invalidFields, invalidSubmits }: FormMessagesProps) {
  // A new key mounts the summary again, so that it takes the focus at each submit.
  if (invalidFields.length > 1) return <ErrorSummary key={invalidSubmits} fields={invalidFields} />
  return null
}

/** Shown without JavaScript, where the form would do nothing. */
export function NeedsJavaScript({ what }: { what: string }) {
  return (
    <noscript>
      <p className="rounded-2xl bg-butter px-5 py-3 font-semibold">
        {what} needs JavaScript. Please switch it on, and load this page again.
      </p>
    </noscript>
  )
}

export function EmailField(field: TextFieldProps) {
  return <TextField {...field} type="email" maxLength={EMAIL_MAX_LENGTH} required />
}

export function NameFields({ first, last }: { first: TextFieldProps; last: TextFieldProps }) {
  return (
    <div className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
      <TextField {...first} autoComplete="given-name" maxLength={PERSON_NAME_MAX_LENGTH} required />
      <TextField {...last} autoComplete="family-name" maxLength={PERSON_NAME_MAX_LENGTH} required />
    </div>
  )
}

/**
 * A field for the digits of a mailed code, or of an authenticator app's code. It has no greatest
 * length, because the browser would cut a code that is pasted with spaces.
 */
export function CodeField(field: TextFieldProps) {
  return <TextField {...field} inputMode="numeric" autoComplete="one-time-code" required />
}

export function GoogleButton() {
  const { run, failure } = useCall(signInWithGoogle, GOOGLE_SIGN_IN_NOT_IMPLEMENTED)
  return (
    <>
      <p className="flex items-center gap-4 text-ink-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
      {failure ? <Failure>{failure}</Failure> : null}
      <Button look="outline" onClick={() => void run()}>
        <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 fill-current">
          <path d="M12 10.4h9.5c.1.6.2 1.2.2 1.9 0 5.5-3.7 9.4-9.3 9.4A9.7 9.7 0 0 1 2.7 12 9.7 9.7 0 0 1 12.4 2.3c2.6 0 4.8 1 6.5 2.5l-2.8 2.7a5.3 5.3 0 0 0-3.7-1.4 5.9 5.9 0 0 0 0 11.8c3.8 0 5.2-2.7 5.4-4.1H12v-3.4Z" />
        </svg>
        Continue with Google
      </Button>
    </>
  )
}

/** Always fails: this store has no Google sign-in yet. */
async function signInWithGoogle(): Promise<void> {
  throw new AccountError(GOOGLE_SIGN_IN_NOT_IMPLEMENTED)
}
