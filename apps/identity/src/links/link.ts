import { createHash, randomBytes } from 'node:crypto'

export type LinkPurpose = 'password-reset' | 'undo-email-change'

const HOUR_MS = 60 * 60 * 1000

const LINK_LIFETIME_MS: Record<LinkPurpose, number> = {
  // Strangers can use up the limit on reset mails for one hour. Meanwhile the owner gets no new
  // mail, so the links in the mails before must still work.
  'password-reset': HOUR_MS,
  'undo-email-change': 72 * HOUR_MS,
}

/** `mailedTo` is the address as the user typed it. */
export type LinkToStore = { purpose: LinkPurpose; hash: string; mailedTo: string; expiresAt: Date }

const TOKEN_BYTES = 16
/** Sixteen bytes are 22 characters in base64url. */
const LINK_TOKEN = /^[\w-]{22}$/

/** True for the token of a link, false for a code of six digits. */
export function isLinkToken(text: string) {
  return LINK_TOKEN.test(text)
}

/** A plain hash is enough: 128 random bits cannot be guessed. */
export function hashLinkToken(token: string) {
  return createHash('sha256').update(token).digest('hex')
}

export function newLinkToken() {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: hashLinkToken(token) }
}

export function newLink(
  purpose: LinkPurpose,
  mailedTo: string,
  now: Date,
): { token: string; link: LinkToStore } {
  const { token, hash } = newLinkToken()
  const expiresAt = new Date(now.getTime() + LINK_LIFETIME_MS[purpose])
  return { token, link: { purpose, hash, mailedTo, expiresAt } }
}
