import { Button } from '@nashta/ui/button'
import { Failure } from '@nashta/ui/failure'
import { TextField } from '@nashta/ui/field'
import { PasswordField } from '@nashta/ui/password-field'
import { SubmitButton } from '@nashta/ui/submit-button'
import { useFace } from '../data/face.ts'
import { useDesk } from './desk-session.tsx'
import { IDLE_MINUTES } from './idle.ts'
import { SecondFactorField, useSignIn } from './use-sign-in.tsx'

/** Replaces every page until an operator signs in, and again after half an hour without use. */
export function SignIn() {
  const { desk, snapshot, lockReason, unlock } = useDesk()
  const { shopName } = useFace()
  const signIn = useSignIn(desk.accountClient, unlock)
  const { challenge, isBusy, failure, formProps, field, startAgain } = signIn
  const user = snapshot.status === 'signed-in' ? snapshot.user : null

  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-sm content-center gap-5 p-5">
      <header>
        <p className="font-semibold text-raspberry">{shopName}</p>
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
        {...formProps}
        aria-label={challenge ? 'Second step' : 'Sign in'}
        className="grid gap-2"
      >
        {challenge ? (
          <SecondFactorField {...field('code')} />
        ) : (
          <>
            <TextField
              {...field('email')}
              label="Email"
              type="email"
              autoComplete="username"
              defaultValue={user?.email}
              required
            />
            <PasswordField {...field('password')} label="Password" autoComplete="current-password" required />
          </>
        )}
        {failure ? <Failure>{failure}</Failure> : null}
        <SubmitButton busy={isBusy} busyText="Signing in...">
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
