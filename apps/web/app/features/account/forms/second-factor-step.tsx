import { useEffect, useRef } from 'react'
import type { SecondFactorChallenge } from '../session/identity-calls.ts'
import { AccountHeading } from './account-page.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

export type SecondFactorStepProps = { challenge: SecondFactorChallenge; onCancel: () => void }

/** The step of the sign-in page after the right password. A default export, because the page loads it late. */
export default function SecondFactorStep({ challenge, onCancel }: SecondFactorStepProps) {
  const step = useRef<HTMLDivElement>(null)
  // This step replaces the form that had the focus.
  useEffect(() => step.current?.focus(), [])

  return (
    <div ref={step} tabIndex={-1} className="outline-none">
      <AccountHeading title="Two-step sign-in">
        Your account asks for a code besides the password.
      </AccountHeading>
      <SecondFactorForm challenge={challenge} submitText="Sign in" onCancel={onCancel} />
    </div>
  )
}
