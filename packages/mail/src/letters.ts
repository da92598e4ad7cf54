import type { MailContent } from './mail.ts'
import { confirmationCode } from './templates/confirmation-code.ts'
import { emailChanged } from './templates/email-changed.ts'
import { emailCode } from './templates/email-code.ts'
import { newsletterConfirm } from './templates/newsletter-confirm.ts'
import { orderConfirmed } from './templates/order-confirmed.ts'
import { orderDelivered } from './templates/order-delivered.ts'
import { orderShipped } from './templates/order-shipped.ts'
import { passwordChanged } from './templates/password-changed.ts'
import { passwordResetCode } from './templates/password-reset-code.ts'

/** Every mail the store sends, by what it is about. */
const TEMPLATES = {
  'order-confirmed': orderConfirmed,
  'order-shipped': orderShipped,
  'order-delivered': orderDelivered,
  'newsletter-confirm': newsletterConfirm,
  'confirmation-code': confirmationCode,
  'password-reset-code': passwordResetCode,
  'email-code': emailCode,
  'password-changed': passwordChanged,
  'email-changed': emailChanged,
  written: (content: MailContent) => content,
}

type LetterKind = keyof typeof TEMPLATES

/** What a mail says before it is written out: a fraction of its size, and plain data. */
export type Letter<Kind extends LetterKind = LetterKind> = {
  [K in Kind]: { kind: K; data: Parameters<(typeof TEMPLATES)[K]>[0] }
}[Kind]

/** As it waits and travels: its data is text, which nobody reads until the letter is written out. */
export type KeptLetter = { kind: LetterKind; data: string }

export function keepLetter({ kind, data }: Letter): KeptLetter {
  return { kind, data: JSON.stringify(data) }
}

export function writeLetter({ kind, data }: KeptLetter): MailContent {
  const template = TEMPLATES[kind] as (data: unknown) => MailContent
  return template(JSON.parse(data))
}
