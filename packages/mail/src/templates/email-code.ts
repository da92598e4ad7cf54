import type { MailContent } from '../mail.ts'
import { codeLetter } from './code-letter.ts'

export function emailCode({ code }: { code: string }): MailContent {
  return codeLetter({
    code,
    name: 'verification code',
    title: 'Confirm your e-mail address',
    story: 'Enter this code to use this address with your Nashta account.',
    lifetime: '24 hours',
    unasked: 'If you have no account at Nashta, do nothing: without the code this address is not used.',
  })
}
