import { Button } from '@nashta/ui/button'
import { PasswordField } from '@nashta/ui/password-field'
import { SubmitButton } from '@nashta/ui/submit-button'
import { RESET_PASSWORD_FAILED } from '../account-texts.ts'
import { loadIdentityCalls } from '../session/account-client.ts'
import { useAccountClient } from '../session/session-provider.tsx'
import { AccountHeading } from './account-page.tsx'
import { FormMessages } from './form-parts.tsx'
import { loadSignInSchemas } from './load-schemas.ts'
import { useValidatedForm } from './use-validated-form.ts'

type ResetLink = { email: string; token: string }

type ResetByLinkFormProps = { link: ResetLink; onReset: () => void; onStartOver: () => void }

/** Asks a shopper who opened the link of a reset mail for a new password. */
export function ResetByLinkForm({ link: { email, token }, onReset, onStartOver }: ResetByLinkFormProps) {
  const accountClient = useAccountClient()
  const { formProps, fieldProps, status, messages } = useValidatedForm({
    schema: async () => (await loadSignInSchemas()).resetByLinkSchema,
    labels: { newPassword: 'New password' },
    fallbackMessage: RESET_PASSWORD_FAILED,
    async send({ newPassword }) {
      const { confirmForgotPassword } = await loadIdentityCalls()
      // The token of the link takes the place of a mailed code.
      await confirmForgotPassword(accountClient, { email, code: token, newPassword })
      onReset()
    },
  })

  return (
    <>
      <AccountHeading title="Choose a new password">
        For <strong className="font-semibold break-words text-ink">{email}</strong>.
      </AccountHeading>
      <form {...formProps} aria-label="Reset password" className="grid gap-2">
        <FormMessages {...messages} />
        <PasswordField {...fieldProps('newPassword')} autoComplete="new-password" required />
        <SubmitButton {...status} busyText="Saving...">
          Save new password
        </SubmitButton>
        <Button look="outline" onClick={onStartOver}>
          Send a new mail
        </Button>
      </form>
    </>
  )
}

/**
 * Reads the link from the state of a history entry; null without a link. The page moves the link
 * there, so that the token does not stay in the address bar.
 */
export function resetLinkOfState(state: unknown): ResetLink | null {
  // The state can be any value. `Object` turns null and undefined into an empty object.
  const { email, token } = Object(Object(state).resetLink)
  return typeof email === 'string' && typeof token === 'string' ? { email, token } : null
}

/** Reads the link from the part of its address after the #; null without a link. */
export function resetLinkOfHash(hash: string): ResetLink | null {
  const parameters = new URLSearchParams(hash.slice(1))
  const [email, token] = [parameters.get('email'), parameters.get('token')]
  return email && token ? { email, token } : null
}
