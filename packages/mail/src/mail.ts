import { hash } from 'node:crypto'
import { isEmail } from '@nashta/contracts/account/email'

export type MailContent = { subject: string; text: string; html: string }

export type Mail = MailContent & { to: string }

/** The same for every try of one mail, so that a mailbox that gets it twice can tell. */
export function messageIdOf(dedupKey: string) {
  return `<${hash('sha256', dedupKey).slice(0, 40)}@mail.nashta>`
}

const BREAKS_A_HEADER = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Whoever could put a line break into an address could write headers of their own. */
export function assertSafeAddress(to: string) {
  if (!isEmail(to)) throw new TypeError('A mail goes to one plain address')
}

/** And so could they with a subject. */
export function assertSafeSubject(subject: string) {
  if (subject === '' || BREAKS_A_HEADER.test(subject))
    throw new TypeError('The subject of a mail is one line of text')
}
