import { FRESH_SIGN_IN_SECONDS } from '@nashta/contracts/identity/identity-gateway'
import { Failure } from '@nashta/ui/failure'
import { PasswordField } from '@nashta/ui/password-field'
import { useEffect, useSyncExternalStore } from 'react'
import { Action } from '../ui/controls.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useDesk } from './desk-session.tsx'
import { SecondFactorField, useSignIn } from './use-sign-in.tsx'

/** The dialog of a call that needs a fresh sign-in. It lies over the dialog that made the call. */
export function FreshSignIn({ email }: { email: string }) {
  const { signInQuestion } = useDesk().desk
  const isOpen = useSyncExternalStore(signInQuestion.subscribe, signInQuestion.isOpen, () => false)
  // When the desk is locked, its sign-in page replaces this dialog, and the waiting call fails.
  useEffect(() => () => signInQuestion.answer(false), [signInQuestion])
  return isOpen ? <FreshSignInDialog email={email} /> : null
}

/** Asks for the password, and the code of the second factor, of the operator who is signed in. */
function FreshSignInDialog({ email }: { email: string }) {
  const { desk } = useDesk()
  const { signInQuestion, accountClient } = desk
  const signIn = useSignIn(accountClient, () => signInQuestion.answer(true))
  const { challenge, isBusy, failure, formProps, field } = signIn

  return (
    <Dialog title="Please sign in again" onClosed={() => signInQuestion.answer(false)}>
      {(close) => (
        <form key={challenge ? 'code' : 'password'} {...formProps} className="grid gap-2">
          <p>
            This change needs a sign-in of the last {FRESH_SIGN_IN_SECONDS / 60} minutes. What you entered
            stays and is sent afterwards.
          </p>
          {challenge ? (
            <SecondFactorField {...field('code')} />
          ) : (
            <>
              <p>
                Email: <b>{email}</b>
              </p>
              {/* Password managers find the account by this field. */}
              <input type="hidden" name="email" autoComplete="username" value={email} />
              <PasswordField
                {...field('password')}
                label="Password"
                autoComplete="current-password"
                required
              />
            </>
          )}
          {failure ? <Failure>{failure}</Failure> : null}
          <div className="flex flex-wrap gap-2">
            <Action look="main" type="submit" aria-disabled={isBusy || undefined}>
              {isBusy ? 'Signing in…' : 'Sign in'}
            </Action>
            <Action onClick={close}>Cancel</Action>
          </div>
        </form>
      )}
    </Dialog>
  )
}
