import { useCall } from '@nashta/browser/forms/use-call'
import { useForm } from '@nashta/browser/forms/use-form'
import { AccountError } from '@nashta/browser/identity/account-error'
import { callAsUser } from '@nashta/browser/session/call-as-user'
import { newAuthenticatorSecret } from '@nashta/browser/session/first-administrator'
import { acceptInvitation, checkInvitation, joinByInvitation } from '@nashta/browser/session/invitations'
import { fetchProfile } from '@nashta/browser/session/profile'
import { confirmationCodeField } from '@nashta/contracts/account/account-fields'
import { OPERATOR_ROLES, ROLE_TEXTS } from '@nashta/contracts/api/operator-roles'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { PasswordField } from '@nashta/ui/password-field'
import { SubmitButton } from '@nashta/ui/submit-button'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { useFace } from '../data/face.ts'
import { AuthenticatorFields, factorRefusal } from '../features/new-account/authenticator-fields.tsx'
import { LinkPage } from '../features/new-account/link-page.tsx'
import { NewAccountForm } from '../features/new-account/new-account-form.tsx'
import { useDesk } from '../session/desk-session.tsx'
import { SecondFactorField, useSignIn } from '../session/use-sign-in.tsx'

const HAS_ACCOUNT = 'This address has an account already. Please open the link of the mail again.'
const FAILED = 'You could not join. Please try again.'

/** Where an invited person joins. The mailed link leads here; its token stands behind the `#`. */
export default function Join() {
  const { accountClient } = useDesk().desk
  return (
    <LinkPage
      name="invitation"
      check={(token) => checkInvitation(accountClient.callIdentity, token)}
      ended={{
        title: 'This invitation no longer works',
        text: (
          <>
            It works once, for seven days, until it is sent again or withdrawn. If you have joined with it,{' '}
            <a href="/desk/">sign in</a>. If not, ask an administrator of the shop for a new one.
          </>
        ),
      }}
    >
      {({ token, result: { email, role, hasAccount }, onJoined }) => (
        <Page role={role} hasAccount={hasAccount}>
          {hasAccount ? (
            <ExistingAccount email={email} invitationToken={token} onJoined={onJoined} />
          ) : (
            <NewAccountForm
              email={email}
              emailTaken={HAS_ACCOUNT}
              create={(operator) => acceptInvitation(accountClient, { ...operator, invitationToken: token })}
              onCreated={onJoined}
            />
          )}
        </Page>
      )}
    </LinkPage>
  )
}

function Page({ role, hasAccount, children }: { role: string; hasAccount: boolean; children: ReactNode }) {
  const { shopName } = useFace()
  const known = OPERATOR_ROLES.find((each) => each === role)
  const texts = known ? ROLE_TEXTS[known] : { name: role, includes: '' }
  return (
    <main className="mx-auto grid w-full max-w-lg gap-6 p-5 py-10">
      <header className="grid gap-2">
        <p className="font-semibold text-raspberry">{shopName || 'Welcome'}</p>
        <h1 className="text-3xl font-semibold tracking-tight">Join the team</h1>
        <p className="text-ink-soft">
          You are invited to the desk as <strong>{texts.name}</strong>
          {texts.includes ? ` (${texts.includes})` : ''}.{' '}
          {hasAccount
            ? 'You have an account at this shop: sign in with it, and the role is yours.'
            : 'You need two minutes and your phone.'}
        </p>
      </header>
      {children}
    </main>
  )
}

type ExistingAccountProps = {
  email: string
  invitationToken: string
  onJoined: (recoveryCodes: string[]) => void
}

/** Sign-in, then, for an account without a second factor, its set-up. */
function ExistingAccount({ email, invitationToken, onJoined }: ExistingAccountProps) {
  const { accountClient } = useDesk().desk
  const [needsFactor, setNeedsFactor] = useState(false)
  const joining = useCall(
    async () => {
      const { hasSecondFactor } = await callAsUser(accountClient, (accessToken) =>
        fetchProfile(accountClient.callIdentity, accessToken),
      )
      if (hasSecondFactor) onJoined(await joinByInvitation(accountClient, invitationToken, null))
      else setNeedsFactor(true)
    },
    (error) => (error instanceof AccountError ? error.message : FAILED),
  )
  const signIn = useSignIn(accountClient, () => void joining.run())
  const failure = joining.failure ?? signIn.failure

  if (needsFactor)
    return (
      <FactorForm
        email={email}
        join={async (factor) => onJoined(await joinByInvitation(accountClient, invitationToken, factor))}
      />
    )
  return (
    <form
      key={signIn.challenge ? 'code' : 'password'}
      {...signIn.formProps}
      aria-label={signIn.challenge ? 'Second step' : 'Sign in'}
      className="grid gap-2"
    >
      {signIn.challenge ? (
        <SecondFactorField {...signIn.field('code')} />
      ) : (
        <>
          <TextField
            {...signIn.field('email')}
            label="Email"
            type="email"
            autoComplete="username"
            defaultValue={email}
            readOnly
            required
          />
          <PasswordField
            {...signIn.field('password')}
            label="Password"
            autoComplete="current-password"
            required
          />
        </>
      )}
      {failure ? <Failure>{failure}</Failure> : null}
      <SubmitButton busy={signIn.isBusy || joining.isBusy} busyText="Signing in...">
        Sign in and join
      </SubmitButton>
      <p className="text-ink-soft">
        <a href="/forgot-password" className="underline">
          Forgot your password?
        </a>
      </p>
    </form>
  )
}

type FactorFormProps = {
  email: string
  join: (factor: { secret: string; code: string }) => Promise<void>
}

function FactorForm({ email, join }: FactorFormProps) {
  const [secret] = useState(newAuthenticatorSecret)
  const { formProps, field, failure, isBusy } = useForm({
    schema: z.object({ code: confirmationCodeField }),
    failed: FAILED,
    async send({ code }) {
      try {
        await join({ secret, code })
      } catch (error) {
        throw factorRefusal(error)
      }
    },
  })
  return (
    <form {...formProps} aria-label="Your phone" className="grid gap-4">
      <h2 className="text-xl font-semibold">Your phone</h2>
      <AuthenticatorFields email={email} secret={secret} codeField={field('code')} />
      <SubmitButton busy={isBusy} busyText="Joining..." failure={failure}>
        Join
      </SubmitButton>
    </form>
  )
}
