import { useCall } from '@nashta/browser/forms/use-call'
import { LinkButton } from '@nashta/ui/button'
import { SubmitButton } from '@nashta/ui/submit-button'
import { type FormEvent, useState } from 'react'
import { EMAIL_CHANGE_UNDONE, UNDO_EMAIL_CHANGE_FAILED } from '../account-texts.ts'
import { loadIdentityCalls } from '../session/account-client.ts'
import { useAccountClient } from '../session/session-provider.tsx'
import { AccountHeading } from './account-page.tsx'

/**
 * The page behind a link in a mail. Mail programs open such links by themselves, so only the button
 * undoes the change.
 */
export function UndoEmailChange() {
  const accountClient = useAccountClient()
  const [isDone, setIsDone] = useState(false)
  const { run, isBusy, failure } = useCall(async () => {
    // The token is read in the browser, because the part after the # is never sent to the server.
    const token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? ''
    const { undoEmailChange } = await loadIdentityCalls()
    await undoEmailChange(accountClient, { token })
    setIsDone(true)
  }, UNDO_EMAIL_CHANGE_FAILED)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void run()
  }

  return (
    <>
      <AccountHeading title="Put your email back?">
        One press, and your account belongs to your old email again. Every device is signed out, and you
        choose a new password.
      </AccountHeading>
      <form onSubmit={onSubmit} aria-label="Put your email back" className="grid gap-5">
        {isDone ? (
          <>
            <output className="block text-lg font-medium text-pistachio">{EMAIL_CHANGE_UNDONE}</output>
            <LinkButton to="/forgot-password">Choose a new password</LinkButton>
          </>
        ) : (
          <SubmitButton busy={isBusy} failure={failure} busyText="One moment...">
            Put my email back
          </SubmitButton>
        )}
        <noscript>
          <p>This button needs JavaScript. You can also answer the mail, and we do it for you.</p>
        </noscript>
      </form>
    </>
  )
}
