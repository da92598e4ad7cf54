import { type OperatorRole, ROLE_TEXTS } from '@nashta/contracts/api/operator-roles'
import { INVITATION_LIFETIME_DAYS, JOIN_PATH } from '@nashta/contracts/identity/invitations'
import { html } from '../html.ts'
import { button, type MailParts, type Sender, ofShop, STYLES } from './layout.ts'

export type CodeData = { code: string }
export type ResetData = CodeData & {
  /** The address of the account. */
  email: string
  /** The token of the reset link. */
  token: string
  publicUrl: string
}
export type NoticeData = { publicUrl: string }
export type EmailChangedData = NoticeData & {
  /** The token of the link that puts the old address back. */
  token: string
}
export type EmailChangeUndoneData = NoticeData & { lostRoles: boolean }
/** `email` is the address of the operator that the mail is about. */
export type OperatorData = NoticeData & { email: string }
export type OperatorJoinedData = OperatorData & { role: OperatorRole }
export type InvitationData = NoticeData & {
  token: string
  role: OperatorRole
  /** The address of the administrator. */
  invitedBy: string
}
export type LostRolesData = OperatorData & {
  /** The address that the operator's account had for a while. */
  refused: string
}

/** Sent at sign-up. */
export function confirmationCode({ code }: CodeData, shop: Sender): MailParts {
  return renderCodeMail(shop, {
    code,
    name: 'confirmation code',
    title: shop.name === '' ? 'Welcome' : `Welcome to ${shop.name}`,
    message: 'Enter this code to confirm your e-mail address and open your account.',
    lifetime: '24 hours',
    disclaimer: 'If you did not open an account, do nothing: without the code it stays closed.',
  })
}

export function passwordResetCode({ code, email, token, publicUrl }: ResetData, shop: Sender): MailParts {
  const url = new URL('/forgot-password', publicUrl)
  // Browsers do not send the part after the #, so no server's log contains the token.
  url.hash = new URLSearchParams({ email, token }).toString()
  return renderCodeMail(shop, {
    code,
    name: 'password reset code',
    title: 'Choose a new password',
    message: 'Enter this code together with your new password.',
    lifetime: '10 minutes',
    link: {
      label: 'Choose a new password',
      lead: 'Or use this link, which works for an hour:',
      url: url.href,
    },
    disclaimer: 'If you did not ask for a new password, do nothing: your old one stays as it is.',
  })
}

/** Sent to an e-mail address that an existing account wants to use. */
export function emailCode({ code }: CodeData, shop: Sender): MailParts {
  return renderCodeMail(shop, {
    code,
    name: 'verification code',
    title: 'Confirm your e-mail address',
    message: `Enter this code to use this address with your ${ofShop(shop, 'account')}.`,
    lifetime: '10 minutes',
    disclaimer: `If you have no ${ofShop(shop, 'account')}, do nothing: without the code this address is not used.`,
  })
}

export function passwordChanged({ publicUrl }: NoticeData, shop: Sender): MailParts {
  return renderNoticeMail(shop, {
    title: `Your ${ofShop(shop, 'password')} was changed`,
    message: 'The password of your account was just changed, and other devices were signed out.',
    advice: 'If that was you, all is well. If it was not, choose "Forgot password" at sign-in at once.',
    button: { label: 'Go to sign-in', url: new URL('/signin', publicUrl).href },
  })
}

/** Sent to the old address. It does not name the new address, because others may read the old mailbox. */
export function emailChanged({ publicUrl, token }: EmailChangedData, shop: Sender): MailParts {
  const url = new URL('/undo-email-change', publicUrl)
  url.hash = new URLSearchParams({ token }).toString()
  return renderNoticeMail(shop, {
    title: `Your ${ofShop(shop, 'e-mail address')} was changed`,
    message: 'Your account now belongs to another e-mail address. No more mails will come to this one.',
    advice:
      'If that was you, all is well. If it was not, put this address back within 72 hours: that signs out every device, and you choose a new password.',
    button: { label: 'Put this address back', url: url.href },
  })
}

/** Sent to both addresses. It names neither, because others may read one of the mailboxes. */
export function emailChangeUndone({ publicUrl, lostRoles }: EmailChangeUndoneData, shop: Sender): MailParts {
  const roles = lostRoles ? ' You no longer have a role at the desk: an administrator can give it back.' : ''
  return renderNoticeMail(shop, {
    title: `Your ${ofShop(shop, 'e-mail address')} was put back`,
    message: `A change of the e-mail address of your account was undone with the link in our mail. The account has the old address again, every device was signed out, and the password no longer works.${roles}`,
    advice:
      'If that was you, choose a new password with "Forgot password" at sign-in. If it was not, write to customer care at once.',
    button: { label: 'Go to sign-in', url: new URL('/signin', publicUrl).href },
  })
}

/** Sent to all administrators. */
export function operatorLostRoles({ publicUrl, email, refused }: LostRolesData, shop: Sender): MailParts {
  return renderNoticeMail(shop, {
    title: `An operator of ${shop.name || 'the shop'} lost all roles`,
    message: `The e-mail address of an operator was changed from ${email} to ${refused}, and a person who reads the old mailbox undid the change. The operator lost all roles, and every device was signed out.`,
    advice:
      'Ask the operator, not by mail, which mailbox is in the right hands. Give the roles back only then.',
    button: staffButton(publicUrl),
  })
}

/** Sent to all administrators, also to the new one. */
export function newAdmin({ publicUrl, email }: OperatorData, shop: Sender): MailParts {
  return renderNoticeMail(shop, {
    title: `${shop.name || 'The shop'} has a new administrator`,
    message: `${email} is an administrator of the shop now: every screen of the desk, all roles and settings.`,
    advice: 'If you expected that, all is well. If not, take the role away at once.',
    button: staffButton(publicUrl),
  })
}

/** The reader may not know the shop: an address can be mistyped. */
export function operatorInvitation(
  { publicUrl, token, role, invitedBy }: InvitationData,
  shop: Sender,
): MailParts {
  const url = new URL(JOIN_PATH, publicUrl)
  // Browsers do not send the part after the #, so no server's log contains the token.
  url.hash = token
  const { name, includes } = ROLE_TEXTS[role]
  const shopName = shop.name || 'a shop'
  return {
    ...renderNoticeMail(shop, {
      title: `Join the team of ${shopName}`,
      message: `${invitedBy} invites you to the desk of ${shopName}, as ${name} (${includes}).`,
      advice: `The link works once and for ${INVITATION_LIFETIME_DAYS} days. You choose a password and set up an app for sign-in codes, so have your phone with you. If you do not know the shop, do nothing: nobody joins without the link.`,
      button: { label: 'Join the team', url: url.href },
    }),
    reason: `You get this mail because ${invitedBy}, who runs ${shopName}, entered your address.`,
  }
}

/** Sent to the administrator who invited the operator. */
export function operatorJoined({ publicUrl, email, role }: OperatorJoinedData, shop: Sender): MailParts {
  return renderNoticeMail(shop, {
    title: `${email} has joined the team of ${shop.name || 'the shop'}`,
    message: `Your invitation was accepted: ${email} is ${ROLE_TEXTS[role].name} now.`,
    advice: 'If you did not expect that, take the role away at once.',
    button: staffButton(publicUrl),
  })
}

function staffButton(publicUrl: string) {
  return { label: 'Go to the staff', url: new URL('/desk/staff', publicUrl).href }
}

export function secondFactorOn({ publicUrl }: NoticeData, shop: Sender): MailParts {
  return renderNoticeMail(shop, {
    title: `Two-step sign-in is on for your ${ofShop(shop, 'account')}`,
    message:
      'From now on your account needs a code of your authenticator app at sign-in. Other devices were signed out.',
    advice:
      'If that was you, all is well: store your recovery codes in a safe place. If it was not, write to customer care at once.',
    button: { label: 'Go to sign-in', url: new URL('/signin', publicUrl).href },
  })
}

export function secondFactorOff({ publicUrl }: NoticeData, shop: Sender): MailParts {
  return renderNoticeMail(shop, {
    title: `Two-step sign-in is off for your ${ofShop(shop, 'account')}`,
    message: 'From now on your password is enough to sign in.',
    advice: 'If that was you, all is well. If it was not, choose "Forgot password" at sign-in at once.',
    button: { label: 'Go to sign-in', url: new URL('/signin', publicUrl).href },
  })
}

export function secondFactorReplaced({ publicUrl }: NoticeData, shop: Sender): MailParts {
  return renderNoticeMail(shop, {
    title: `Two-step sign-in has a new app for your ${ofShop(shop, 'account')}`,
    message:
      'From now on codes of the new authenticator app are needed at sign-in. Codes of the old app and old recovery codes no longer work. Other devices were signed out.',
    advice:
      'If that was you, all is well: store your new recovery codes in a safe place. If it was not, write to customer care at once.',
    button: { label: 'Go to sign-in', url: new URL('/signin', publicUrl).href },
  })
}

type CodeMail = {
  code: string
  /** The name of the code in the subject: "123456 is your Nashta confirmation code". */
  name: string
  title: string
  message: string
  lifetime: string
  /** A link that does the same as the code. */
  link?: { lead: string; label: string; url: string }
  /** Advice for a reader who did not request the code. */
  disclaimer: string
}

/** The code is in the subject too, because a locked phone shows only the subject. */
function renderCodeMail(shop: Sender, mail: CodeMail): MailParts {
  const { code, name, title, message, lifetime, link, disclaimer } = mail
  const validity = `The code works for ${lifetime}. We will never ask you for it.`
  return {
    subject: `${code} is your ${ofShop(shop, name)}`,
    preview: message,
    title,
    body: html`<p style="${STYLES.paragraph}">${message}</p>
      <p style="${STYLES.code}">${code}</p>
      <p style="${STYLES.paragraph}">${validity}</p>
      ${
        link
          ? html`<p style="${STYLES.paragraph}">${link.lead}</p>
              ${button(link.label, link.url, shop)}`
          : []
      }
      <p style="${STYLES.small}">${disclaimer}</p>`,
    paragraphs: [message, code, validity, ...(link ? [link.lead, link.url] : []), disclaimer],
    reason: `You get this mail because this address was entered at ${shop.name || 'our shop'}.`,
  }
}

type NoticeMail = { title: string; message: string; advice: string; button: { label: string; url: string } }

/** Reports a change of an account to its owner, in case another person made it. */
function renderNoticeMail(shop: Sender, mail: NoticeMail): MailParts {
  const { title, message, advice } = mail
  const { label, url } = mail.button
  return {
    subject: title,
    preview: message,
    title,
    body: html`<p style="${STYLES.paragraph}">${message}</p>
      <p style="${STYLES.paragraph}">${advice}</p>
      ${button(label, url, shop)}`,
    paragraphs: [message, advice, `${label}: ${url}`],
    reason: `You get this mail because of a change to your ${ofShop(shop, 'account')}.`,
  }
}
