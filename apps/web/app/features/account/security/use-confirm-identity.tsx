import { isRecentSignInNeeded } from '@nashta/browser/session/call-as-user'
import { DEVICES_QUERY } from '@nashta/browser/session/devices'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConfirmIdentityDialog, type ConfirmIdentityTexts } from './confirm-identity-dialog.tsx'

const TEXTS: ConfirmIdentityTexts = {
  title: 'Confirm that it is you',
  text: 'You signed in a while ago. Please enter your password again to make this change.',
  submitText: 'Continue',
}

type OpenDialog = { texts: ConfirmIdentityTexts; close: (isConfirmed: boolean) => void }

export type ConfirmIdentity = {
  /** The component that calls `useConfirmIdentity` renders `dialog`. Null while closed. */
  dialog: ReactNode
  /** Asks the shopper to sign in again. False if the shopper cancels. */
  confirm: (texts?: ConfirmIdentityTexts) => Promise<boolean>
  /**
   * Does the work. If the user pool refuses because the last sign-in is too old, asks the shopper
   * to sign in again, and then repeats the work. False if the shopper cancels.
   */
  withRecentSignIn: (work: () => Promise<void>) => Promise<boolean>
}

export function useConfirmIdentity(email: string): ConfirmIdentity {
  const queries = useQueryClient()
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)

  function confirm(texts = TEXTS) {
    return new Promise<boolean>((resolve) => {
      function close(isConfirmed: boolean) {
        setOpenDialog(null)
        // The new sign-in has replaced this device's session, so the list of devices has changed.
        if (isConfirmed) void queries.invalidateQueries({ queryKey: [DEVICES_QUERY] })
        resolve(isConfirmed)
      }
      setOpenDialog({ texts, close })
    })
  }

  async function withRecentSignIn(work: () => Promise<void>) {
    try {
      await work()
      return true
    } catch (error) {
      if (!isRecentSignInNeeded(error)) throw error
    }
    if (!(await confirm())) return false
    await work()
    return true
  }

  const dialog = openDialog && (
    <ConfirmIdentityDialog
      email={email}
      texts={openDialog.texts}
      onConfirmed={() => openDialog.close(true)}
      onCancel={() => openDialog.close(false)}
    />
  )
  return { dialog, confirm, withRecentSignIn }
}
