import { messageOf } from '@nashta/browser/identity/account-error'
import type { AccountClient } from '@nashta/browser/session/session'
import { enterSecondFactor, type SecondFactorChallenge, signIn } from '@nashta/browser/session/sign-in'
import { TextField } from '@nashta/ui/field'
import { type FormEvent, useState } from 'react'
import { formText } from '../ui/inputs.tsx'

const FAILED = 'The sign-in failed. Please try again.'

/**
 * The steps of a sign-in: the fields `email` and `password`, then the field `code` if the account
 * has a second factor. `onSignedIn` is called after the last step.
 */
export function useSignIn(accountClient: AccountClient, onSignedIn: () => void) {
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function takeStep(values: FormData): Promise<SecondFactorChallenge | null> {
    if (!challenge)
      return signIn(accountClient, {
        email: formText(values, 'email'),
        password: formText(values, 'password'),
        // Only remembered sessions renew their tokens. The desk itself ends an unused session.
        rememberMe: true,
      })
    await enterSecondFactor(accountClient, challenge, formText(values, 'code'))
    return null
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const values = new FormData(event.currentTarget)
    setIsBusy(true)
    setFailure(null)
    try {
      const nextChallenge = await takeStep(values)
      if (nextChallenge === null) {
        onSignedIn()
        return
      }
      setChallenge(nextChallenge)
    } catch (error) {
      setFailure(messageOf(error, FAILED))
    }
    setIsBusy(false)
  }

  /** Goes back to the password, for example when the challenge has expired. */
  function startAgain() {
    setChallenge(null)
    setFailure(null)
  }

  return { challenge, isBusy, failure, submit, startAgain }
}

export function SecondFactorField() {
  return (
    <TextField
      name="code"
      label="Code of your authenticator app, or a recovery code"
      autoComplete="one-time-code"
      required
      ref={focus}
    />
  )
}

function focus(input: HTMLInputElement | null) {
  input?.focus()
}
