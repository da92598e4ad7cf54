import type { MailContent } from '../mail.ts'
import { codeLetter } from './code-letter.ts'

export function passwordResetCode({ code }: { code: string }): MailContent {
  return codeLetter({
    code,
    name: 'password reset code',
    title: 'Choose a new password',
    story: 'Enter this code together with your new password.',
    lifetime: 'one hour',
    unasked: 'If you did not ask for a new password, do nothing: your old one stays as it is.',
  })
}
