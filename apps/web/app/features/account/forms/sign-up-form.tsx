import { GENDERS } from '@nashta/contracts/constants'
import { Checkbox } from '@nashta/ui/checkbox'
import { TextField } from '@nashta/ui/field'
import { PasswordField } from '@nashta/ui/password-field'
import { SelectField } from '@nashta/ui/select-field'
import { SubmitButton } from '@nashta/ui/submit-button'
import { SIGN_UP_FAILED } from '../account-texts.ts'
import { loadIdentityCalls } from '../session/account-client.ts'
import type { Credentials } from '../session/identity-calls.ts'
import { useAccountClient } from '../session/session-provider.tsx'
import {
  EmailField,
  FormMessages,
  GoogleButton,
  NameFields,
  NeedsJavaScript,
  TEXT_LINK,
} from './form-parts.tsx'
import { loadSignUpSchema } from './load-schemas.ts'
import { useValidatedForm } from './use-validated-form.ts'

const LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm password',
  birthdate: 'Birth date',
  gender: 'Gender',
  phoneNumber: 'Phone number',
  termsAccepted: 'Terms and privacy',
}

const GENDER_OPTIONS = GENDERS.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}))

export type SignUpFormProps = {
  /** Called when the shopper must enter the code that was mailed. */
  onUnconfirmed: (credentials: Credentials) => void
  /** Called when the account needs no code. */
  onConfirmed: (credentials: Credentials) => Promise<void>
}

export function SignUpForm({ onUnconfirmed, onConfirmed }: SignUpFormProps) {
  const accountClient = useAccountClient()
  const { formProps, fieldProps, status, messages } = useValidatedForm({
    schema: async () => (await loadSignUpSchema()).createSignUpSchema(accountClient.now),
    labels: LABELS,
    fallbackMessage: SIGN_UP_FAILED,
    async send(values) {
      const { signUp } = await loadIdentityCalls()
      const { confirmed } = await signUp(accountClient, values)
      const credentials = { email: values.email, password: values.password, rememberMe: false }
      if (confirmed) await onConfirmed(credentials)
      else onUnconfirmed(credentials)
    },
  })

  return (
    <form {...formProps} aria-label="Create account" className="grid gap-2">
      <NeedsJavaScript what="Creating an account" />
      <FormMessages {...messages} />
      <NameFields first={fieldProps('firstName')} last={fieldProps('lastName')} />
      <EmailField {...fieldProps('email')} autoComplete="email" />
      <PasswordField {...fieldProps('password')} autoComplete="new-password" required />
      <PasswordField {...fieldProps('confirmPassword')} autoComplete="new-password" required />
      <div className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
        <TextField {...fieldProps('birthdate')} type="date" autoComplete="bday" required />
        <SelectField
          {...fieldProps('gender')}
          placeholder="Select gender"
          options={GENDER_OPTIONS}
          autoComplete="sex"
          required
        />
      </div>
      <TextField {...fieldProps('phoneNumber')} type="tel" autoComplete="tel" required />
      <Checkbox {...fieldProps('termsAccepted')} label={<TermsLabel />} required />
      <SubmitButton {...status} busyText="Creating account...">
        Create account
      </SubmitButton>
      <GoogleButton />
    </form>
  )
}

/** The links open new tabs, so that a half-filled form is not lost. */
function TermsLabel() {
  return (
    <>
      I agree to the{' '}
      <a href="/terms" target="_blank" rel="noopener" className={TEXT_LINK}>
        terms<span className="sr-only"> (opens in a new tab)</span>
      </a>{' '}
      and the{' '}
      <a href="/privacy" target="_blank" rel="noopener" className={TEXT_LINK}>
        privacy policy<span className="sr-only"> (opens in a new tab)</span>
      </a>
    </>
  )
}
