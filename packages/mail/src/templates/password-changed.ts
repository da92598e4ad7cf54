import type { MailContent } from '../mail.ts'
import { accountNotice } from './account-notice.ts'

export function passwordChanged({ publicUrl }: { publicUrl: string }): MailContent {
  return accountNotice({
    title: 'Your Nashta password was changed',
    story: 'The password of your account was just changed, and other devices were signed out.',
    advice: 'If that was you, all is well. If it was not, choose "Forgot password" at sign-in at once.',
    publicUrl,
  })
}
