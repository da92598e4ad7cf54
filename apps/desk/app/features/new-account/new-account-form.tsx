import { Refusal } from '@nashta/browser/forms/failure-text'
import { useForm } from '@nashta/browser/forms/use-form'
import { AccountError } from '@nashta/browser/identity/account-error'
import { type NewOperator, newAuthenticatorSecret } from '@nashta/browser/session/first-administrator'
import {
  confirmationCodeField,
  emailField,
  firstNameField,
  lastNameField,
  newPasswordField,
} from '@nashta/contracts/account/account-fields'
import { PASSWORD_MIN_LENGTH } from '@nashta/contracts/constants'
import { TextField } from '@nashta/ui/field'
import { PasswordField } from '@nashta/ui/password-field'
import { SubmitButton } from '@nashta/ui/submit-button'
import { useState } from 'react'
import * as z from 'zod/mini'
import { AuthenticatorFields, factorRefusal } from './authenticator-fields.tsx'

const LINK_REFUSED = 'NotAuthorizedException'
const FAILED = 'The account could not be made. Please try again.'
/** The user pool writes `Password did not conform with policy: Password is too common`. */
const PASSWORD_RULE = /policy: (.*)/

const schema = z.object({
  firstName: firstNameField,
  lastName: lastNameField,
  email: emailField,
  password: newPasswordField,
  code: confirmationCodeField,
})

type NewAccountFormProps = {
  /** The invited address; null where the operator chooses it. */
  email: string | null
  emailTaken: string
  /** Resolves to the recovery codes. */
  create: (operator: NewOperator) => Promise<string[]>
  onCreated: (recoveryCodes: string[]) => void
}

/** Name, address, password and second factor of a new account for the desk. */
export function NewAccountForm({ email, emailTaken, create, onCreated }: NewAccountFormProps) {
  const [secret] = useState(newAuthenticatorSecret)
  const [typedEmail, setTypedEmail] = useState(email ?? '')
  const { formProps, field, failure, isBusy } = useForm({
    schema,
    failed: FAILED,
    async send(values) {
      try {
        onCreated(await create({ ...values, secret }))
      } catch (error) {
        throw refusalOf(error, emailTaken)
      }
    },
  })

  return (
    <form {...formProps} aria-label="Your account" className="grid gap-8">
      <section aria-labelledby="you" className="grid gap-2">
        <h2 id="you" className="text-xl font-semibold">
          1. You
        </h2>
        <div className="grid gap-2 sm:grid-cols-2 sm:gap-4">
          <TextField {...field('firstName')} label="First name" autoComplete="given-name" required />
          <TextField {...field('lastName')} label="Last name" autoComplete="family-name" required />
        </div>
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          autoComplete="username"
          hint={
            email === null ? 'You sign in with it. Choose one that only you read.' : 'You sign in with it.'
          }
          defaultValue={email ?? undefined}
          readOnly={email !== null}
          onChange={(event) => setTypedEmail(event.target.value)}
          required
        />
        <PasswordField
          {...field('password')}
          label="Password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters. Several words are easy to remember.`}
          required
        />
      </section>
      <section aria-labelledby="phone" className="grid gap-4">
        <h2 id="phone" className="text-xl font-semibold">
          2. Your phone
        </h2>
        <AuthenticatorFields email={typedEmail} secret={secret} codeField={field('code')} />
      </section>
      <SubmitButton busy={isBusy} busyText="Making your account..." failure={failure}>
        Make my account
      </SubmitButton>
    </form>
  )
}

/** Shows errors of the user pool at the fields that they are about. */
function refusalOf(error: unknown, emailTaken: string) {
  if (!(error instanceof AccountError)) return error
  const { kind, message } = error
  if (kind === LINK_REFUSED) return new Refusal(message)
  if (kind === 'UsernameExistsException') return new Refusal(emailTaken, { email: emailTaken })
  if (kind === 'InvalidPasswordException') {
    const [, rule = message] = PASSWORD_RULE.exec(message) ?? []
    return new Refusal(rule, { password: rule })
  }
  return factorRefusal(error)
}
