import type { MailContent } from '../mail.ts'
import { accountNotice } from './account-notice.ts'

/** Goes to the old address, and does not name the new one: it may be in wrong hands. */
export function emailChanged({ publicUrl }: { publicUrl: string }): MailContent {
  return accountNotice({
    title: 'Your Nashta e-mail address was changed',
    story: 'Your account now belongs to another e-mail address. No more mails will come to this one.',
    advice: 'If that was you, all is well. If it was not, write to us by answering this mail.',
    publicUrl,
  })
}
