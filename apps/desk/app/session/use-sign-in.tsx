import { useForm } from '@nashta/browser/forms/use-form'
import type { AccountClient } from '@nashta/browser/session/session'
import { enterSecondFactor, type SecondFactorChallenge, signIn } from '@nashta/browser/session/sign-in'
import { emailField, passwordField, requiredText } from '@nashta/contracts/account/account-fields'
import { TextField } from '@nashta/ui/field'
import { useState } from 'react'
import * as z from 'zod/mini'

const FAILED = 'The sign-in failed. Please try again.'

const passwordStep = z.object({ email: emailField, password: passwordField })
const codeStep = z.object({ code: requiredText('Please enter a code') })

/**
 * The steps of a sign-in: the fields `email` and `password`, then the field `code` if the account
 * has a second factor. `onSignedIn` is called after the last step.
 */
export function useSignIn(accountClient: AccountClient, onSignedIn: () => void) {
  const [challenge, setChallenge] = useState<SecondFactorChallenge | null>(null)

  async function takeStep(
    values: z.output<typeof passwordStep> | z.output<typeof codeStep>,
  ): Promise<SecondFactorChallenge | null> {
    // Only remembered sessions renew their tokens. The desk itself ends an unused session.
    if ('password' in values) return signIn(accountClient, { ...values, rememberMe: true })
    if (challenge) await enterSecondFactor(accountClient, challenge, values.code)
    return null
  }

  const form = useForm<typeof passwordStep | typeof codeStep>({
    schema: challenge ? codeStep : passwordStep,
    failed: FAILED,
    async send(values) {
      const nextChallenge = await takeStep(values)
      setChallenge(nextChallenge)
      if (nextChallenge === null) onSignedIn()
    },
  })

  /** Goes back to the password, for example when the challenge has expired. */
  function startAgain() {
    setChallenge(null)
    form.clear()
  }

  return { challenge, startAgain, ...form }
}

export function SecondFactorField(field: { id: string; name: string; error: string | undefined }) {
  return (
    <TextField
      {...field}
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
