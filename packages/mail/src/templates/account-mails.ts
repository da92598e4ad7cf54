import { html } from '../html.ts'
import { button, type MailParts, STYLES } from './layout.ts'

export type CodeData = { code: string }
export type NoticeData = { publicUrl: string }

export function confirmationCode({ code }: CodeData): MailParts {
  return codeMail({
    code,
    name: 'confirmation code',
    title: 'Welcome to Nashta',
    message: 'Enter this code to confirm your e-mail address and open your account.',
    lifetime: '24 hours',
    disclaimer: 'If you did not open an account, do nothing: without the code it stays closed.',
  })
}

export function passwordResetCode({ code }: CodeData): MailParts {
  return codeMail({
    code,
    name: 'password reset code',
    title: 'Choose a new password',
    message: 'Enter this code together with your new password.',
    lifetime: 'one hour',
    disclaimer: 'If you did not ask for a new password, do nothing: your old one stays as it is.',
  })
}

export function emailCode({ code }: CodeData): MailParts {
  return codeMail({
    code,
    name: 'verification code',
    title: 'Confirm your e-mail address',
    message: 'Enter this code to use this address with your Nashta account.',
    lifetime: '24 hours',
    disclaimer: 'If you have no account at Nashta, do nothing: without the code this address is not used.',
  })
}

export function passwordChanged({ publicUrl }: NoticeData): MailParts {
  return noticeMail({
    title: 'Your Nashta password was changed',
    message: 'The password of your account was just changed, and other devices were signed out.',
    advice: 'If that was you, all is well. If it was not, choose "Forgot password" at sign-in at once.',
    publicUrl,
  })
}

/** Sent to the old address. It does not name the new address, because others may read the old mailbox. */
export function emailChanged({ publicUrl }: NoticeData): MailParts {
  return noticeMail({
    title: 'Your Nashta e-mail address was changed',
    message: 'Your account now belongs to another e-mail address. No more mails will come to this one.',
    advice: 'If that was you, all is well. If it was not, write to customer care at once.',
    publicUrl,
  })
}

type CodeMail = {
  code: string
  /** What the subject calls the code: "123456 is your Nashta confirmation code". */
  name: string
  title: string
  message: string
  lifetime: string
  /** The advice to a reader who did not request the code. */
  disclaimer: string
}

/** The code is in the subject too, because a locked phone shows only the subject. */
function codeMail({ code, name, title, message, lifetime, disclaimer }: CodeMail): MailParts {
  return {
    subject: `${code} is your Nashta ${name}`,
    preview: message,
    title,
    body: html`<p style="${STYLES.paragraph}">${message}</p>
      <p style="${STYLES.code}">${code}</p>
      <p style="${STYLES.paragraph}">The code works for ${lifetime}. We will never ask you for it.</p>
      <p style="${STYLES.small}">${disclaimer}</p>`,
    paragraphs: [message, code, `The code works for ${lifetime}. We will never ask you for it.`, disclaimer],
    reason: 'You get this mail because this address was entered at Nashta.',
  }
}

type NoticeMail = { title: string; message: string; advice: string; publicUrl: string }

/** Reports a change of an account to its owner, in case another person made it. */
function noticeMail({ title, message, advice, publicUrl }: NoticeMail): MailParts {
  const signInUrl = new URL('/signin', publicUrl).href

  return {
    subject: title,
    preview: message,
    title,
    body: html`<p style="${STYLES.paragraph}">${message}</p>
      <p style="${STYLES.paragraph}">${advice}</p>
      ${button('Go to sign-in', signInUrl)}`,
    paragraphs: [message, advice, `Go to sign-in: ${signInUrl}`],
    reason: 'You get this mail because of a change to your Nashta account.',
  }
}
