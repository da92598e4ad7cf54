import { downloadFile } from '@nashta/browser/download-file'
import { Refusal } from '@nashta/browser/forms/failure-text'
import { useForm } from '@nashta/browser/forms/use-form'
import { AccountError } from '@nashta/browser/identity/account-error'
import { authenticatorUri } from '@nashta/browser/identity/authenticator-uri'
import {
  checkWelcomeLink,
  createFirstAdministrator,
  newAuthenticatorSecret,
} from '@nashta/browser/session/first-administrator'
import {
  confirmationCodeField,
  emailField,
  firstNameField,
  lastNameField,
  newPasswordField,
} from '@nashta/contracts/account/account-fields'
import { PASSWORD_MIN_LENGTH } from '@nashta/contracts/constants'
import { AuthenticatorSteps } from '@nashta/ui/authenticator-steps'
import { TextField } from '@nashta/ui/field'
import { PasswordField } from '@nashta/ui/password-field'
import { RecoveryCodes } from '@nashta/ui/recovery-codes'
import { SubmitButton } from '@nashta/ui/submit-button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { FACE } from '../data/face.ts'
import { FETCH_ONCE } from '../data/fetch-once.ts'
import { useDesk } from '../session/desk-session.tsx'
import { TEXT_LINK } from '../ui/controls.tsx'
import { Message } from '../ui/message.tsx'

const LINK_REFUSED = 'NotAuthorizedException'
const FAILED = 'The account could not be made. Please try again.'
const EMAIL_TAKEN = 'A shopper of this shop has this address. Please use another one for the desk.'
const WRONG_CODE = 'This is not the code that the app shows now. Please enter the newest one.'
/** The user pool writes `Password did not conform with policy: Password is too common`. */
const PASSWORD_RULE = /policy: (.*)/

const schema = z.object({
  firstName: firstNameField,
  lastName: lastNameField,
  email: emailField,
  password: newPasswordField,
  code: confirmationCodeField,
})

/**
 * Where the owner of a new shop makes the first account. The shop prints the link to this page when
 * it starts; its token stands behind the `#`.
 */
export default function Welcome() {
  const { desk } = useDesk()
  const [welcomeToken] = useState(() => window.location.hash.slice(1))
  const link = useQuery({
    ...FETCH_ONCE,
    queryKey: ['welcome link', welcomeToken],
    queryFn: async () => isLinkValid(checkWelcomeLink(desk.accountClient.callIdentity, welcomeToken)),
  })
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)

  if (recoveryCodes) return <LastStep recoveryCodes={recoveryCodes} />
  if (link.isError)
    return (
      <Message title="The shop cannot be reached">
        Please open the link again in a moment. <a href="/desk/">To the desk</a>
      </Message>
    )
  if (link.isPending) return <Message title="The desk is loading" />
  if (!link.data)
    return (
      <Message title="This link no longer works">
        It works once, for one hour, until the shop has its first account. If you have made that account,{' '}
        <a href="/desk/">sign in</a>. If not, start the shop again: it then shows a new link.
      </Message>
    )
  return <OwnerForm welcomeToken={welcomeToken} onCreated={setRecoveryCodes} />
}

async function isLinkValid(check: Promise<void>): Promise<boolean> {
  try {
    await check
    return true
  } catch (error) {
    // A link that lost its end is not a token, which the user pool says in other words.
    if (error instanceof AccountError && error.kind !== null && error.kind !== 'TooManyRequestsException')
      return false
    throw error
  }
}

type OwnerFormProps = { welcomeToken: string; onCreated: (recoveryCodes: string[]) => void }

function OwnerForm({ welcomeToken, onCreated }: OwnerFormProps) {
  const { desk } = useDesk()
  const [secret] = useState(newAuthenticatorSecret)
  const [email, setEmail] = useState('')
  const { formProps, field, failure, isBusy } = useForm({
    schema,
    failed: FAILED,
    async send(values) {
      try {
        onCreated(await createFirstAdministrator(desk.accountClient, { ...values, welcomeToken, secret }))
      } catch (error) {
        throw refusalOf(error)
      }
    },
  })

  return (
    <main className="mx-auto grid w-full max-w-lg gap-6 p-5 py-10">
      <header className="grid gap-2">
        <p className="font-semibold text-raspberry">Welcome</p>
        <h1 className="text-3xl font-semibold tracking-tight">This shop is yours</h1>
        <p className="text-ink-soft">
          Make the first account of the desk, the place where you run your shop. You need two minutes and your
          phone.
        </p>
      </header>
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
            hint="You sign in with it. Choose one that only you read."
            onChange={(event) => setEmail(event.target.value)}
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
          <p>
            Besides your password, signing in needs a code from an app on your phone. A stranger who learns
            your password still cannot see your customers or your money. If you have no such app yet, get one
            from your phone’s app store, for example Google Authenticator or Microsoft Authenticator.
          </p>
          <AuthenticatorSteps
            uri={authenticatorUri({ email: email || 'desk', secret, shopName: FACE.shopName })}
            secret={secret}
          />
          <TextField
            {...field('code')}
            label="Code from the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint="Six digits. The app shows new ones every 30 seconds."
            required
          />
        </section>
        <SubmitButton busy={isBusy} busyText="Making your account..." failure={failure}>
          Make my account
        </SubmitButton>
      </form>
      <p className="text-ink-soft">
        Made it already?{' '}
        <a href="/desk/" className={TEXT_LINK}>
          Sign in
        </a>
      </p>
    </main>
  )
}

/** Shows errors of the user pool at the fields that they are about. */
function refusalOf(error: unknown) {
  if (!(error instanceof AccountError)) return error
  const { kind, message } = error
  if (kind === LINK_REFUSED) return new Refusal(message)
  if (kind === 'UsernameExistsException') return new Refusal(EMAIL_TAKEN, { email: EMAIL_TAKEN })
  if (kind === 'EnableSoftwareTokenMFAException') return new Refusal(WRONG_CODE, { code: WRONG_CODE })
  if (kind === 'InvalidPasswordException') {
    const [, rule = message] = PASSWORD_RULE.exec(message) ?? []
    return new Refusal(rule, { password: rule })
  }
  return error
}

/** The recovery codes, and then Today. */
function LastStep({ recoveryCodes }: { recoveryCodes: readonly string[] }) {
  const { unlock } = useDesk()
  const navigate = useNavigate()

  function openDesk() {
    unlock()
    void navigate('/today', { replace: true })
  }

  return (
    <main className="mx-auto grid w-full max-w-lg gap-6 p-5 py-10">
      <h1 className="text-3xl font-semibold tracking-tight">Your account is ready</h1>
      <RecoveryCodes
        heading="h2"
        codes={recoveryCodes}
        onDownload={(text) => downloadFile('recovery-codes.txt', 'text/plain', text)}
        onDone={openDesk}
      />
    </main>
  )
}
