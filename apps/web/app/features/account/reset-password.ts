import {
  confirmForgotPassword as confirmForgotPasswordCall,
  forgotPassword as forgotPasswordCall,
} from '@nashta/contracts/identity/user-pool'
import { inWordsOf } from './account-error.ts'
import type { Account } from './account.ts'
import { confirmForgotPasswordFailed, forgotPasswordFailed } from './session-texts.ts'

/** Has a code mailed, and answers alike whether or not the address is known. */
export async function forgotPassword({ callIdentity }: Account, { email }: { email: string }) {
  await inWordsOf(forgotPasswordFailed, callIdentity(forgotPasswordCall, { Username: email }))
}

export type PasswordReset = { email: string; code: string; newPassword: string }

export async function confirmForgotPassword({ callIdentity }: Account, reset: PasswordReset) {
  const { email, code, newPassword } = reset
  await inWordsOf(
    confirmForgotPasswordFailed,
    callIdentity(confirmForgotPasswordCall, {
      Username: email,
      ConfirmationCode: code,
      Password: newPassword,
    }),
  )
}
