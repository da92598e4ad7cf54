import type { SecondFactorChallenge } from '../session/identity-calls.ts'
import { AccountHeading } from './account-page.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

export type SecondFactorStepProps = { challenge: SecondFactorChallenge; onCancel: () => void }

/** The step of the sign-in page after the right password. A default export for `lazy`. */
export default function SecondFactorStep({ challenge, onCancel }: SecondFactorStepProps) {
  return (
    <>
      <AccountHeading title="Two-step sign-in">
        Your account asks for a code besides the password.
      </AccountHeading>
      <SecondFactorForm challenge={challenge} submitText="Sign in" onCancel={onCancel} />
    </>
  )
}
