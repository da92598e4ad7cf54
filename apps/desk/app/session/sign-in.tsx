import { messageOf } from '@nashta/browser/identity/account-error'
import { enterSecondFactor, type SecondFactorChallenge, signIn } from '@nashta/browser/session/sign-in'
import { Alert } from '@nashta/ui/alert'
import { Button, SubmitButton } from '@nashta/ui/button'
import { TextField } from '@nashta/ui/field'
import { PasswordField } from '@nashta/ui/password-field'
import { type FormEvent, useState } from 'react'
import { formText } from '../ui/inputs.tsx'
import { useDesk } from './desk-session.tsx'
import { IDLE_MINUTES } from './idle.ts'

const FAILED = 'The sign-in failed. Please try again.'

/** Replaces every page until an operator signs in, and again after half an hour without use. */
export function SignIn() {
  const { desk, snapshot, lockReason, unlock } = useDesk()
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null)
  const [state, setState] = useState<{ busy: boolean; failure: string | null }>({
    busy: false,
    failure: null,
  })
  const { accountClient } = desk
  const user = snapshot.status === 'signed-in' ? snapshot.user : null

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state.busy) return
    const values = new FormData(event.currentTarget)
    setState({ busy: true, failure: null })
    try {
      if (challenge) await enterSecondFactor(accountClient, challenge, formText(values, 'code'))
      else {
        const email = formText(values, 'email')
        const nextChallenge = await signIn(accountClient, {
          email,
          password: formText(values, 'password'),
          // Only remembered sessions renew their tokens. The desk itself ends an unused session.
          rememberMe: true,
        })
        if (nextChallenge) {
          setChallenge(nextChallenge)
          setState({ busy: false, failure: null })
          return
        }
      }
      unlock()
    } catch (error) {
      setState({ busy: false, failure: messageOf(error, FAILED) })
    }
  }

  /** Goes back to the password, for example when the challenge has expired. */
  function startAgain() {
    setChallenge(null)
    setState({ busy: false, failure: null })
  }

  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-sm content-center gap-5 p-5">
      <header>
        <p className="font-semibold text-raspberry">Nashta</p>
        <h1 className="text-3xl font-semibold tracking-tight">The desk</h1>
        <p className="mt-1 text-ink-soft">
          {lockReason === 'idle'
            ? `The desk was not used for ${IDLE_MINUTES} minutes. Please sign in again.`
            : 'For those who run the shop.'}
        </p>
      </header>
      {/* The key changes with the step, so that the second step starts with empty fields. */}
      <form
        key={challenge ? 'code' : 'password'}
        method="post"
        aria-label={challenge ? 'Second step' : 'Sign in'}
        onSubmit={(event) => void submit(event)}
        className="grid gap-4"
      >
        {state.failure ? <Alert key={state.failure}>{state.failure}</Alert> : null}
        {challenge ? (
          <TextField
            name="code"
            label="Code of your authenticator app, or a recovery code"
            autoComplete="one-time-code"
            required
            ref={focus}
          />
        ) : (
          <>
            <TextField
              name="email"
              label="Email"
              type="email"
              autoComplete="username"
              defaultValue={user?.email}
              required
            />
            <PasswordField name="password" label="Password" autoComplete="current-password" required />
          </>
        )}
        <SubmitButton busy={state.busy} busyText="Signing in...">
          Sign in
        </SubmitButton>
        {challenge ? (
          <Button look="outline" onClick={startAgain}>
            Cancel
          </Button>
        ) : null}
      </form>
      <p className="text-ink-soft">
        <a href="/forgot-password" className="underline">
          Forgot your password?
        </a>
      </p>
    </main>
  )
}

function focus(input: HTMLInputElement | null) {
  input?.focus()
}
