import type { MailContent } from '../mail.ts'
import { codeLetter } from './code-letter.ts'

export function confirmationCode({ code }: { code: string }): MailContent {
  return codeLetter({
    code,
    name: 'confirmation code',
    title: 'Welcome to Nashta',
    story: 'Enter this code to confirm your e-mail address and open your account.',
    lifetime: '24 hours',
    unasked: 'If you did not open an account, do nothing: without the code it stays closed.',
  })
}
