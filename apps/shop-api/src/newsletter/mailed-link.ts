import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { LINK_INVALID } from '@nashta/contracts/newsletter/mailed-link'
import { ServiceError } from '@nashta/service-kit/service-error'

const TOKEN_BYTES = 32
const CONFIRM_WITHIN_MS = 48 * 60 * 60 * 1000

export type MailedLinkDeps = {
  /** The store's address, for the links in the mail. */
  publicUrl: string
  randomBytes: (size: number) => Buffer
}

/**
 * A new token for the links of a mail. A link opens the page with the path of the endpoint that its
 * button calls: the page `/newsletter/confirm` calls `/api/newsletter/confirm`.
 */
export function newMailedLink({ publicUrl, randomBytes }: MailedLinkDeps) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return {
    tokenHash: hashToken(token),
    pageUrl: ({ path }: { path: string }) => new URL(`${path}?token=${token}`, publicUrl).href,
  }
}

/** Only links that were mailed after this time can still confirm. */
export function confirmableSince(now: Date) {
  return new Date(now.getTime() - CONFIRM_WITHIN_MS)
}

/** A link that is mailed now can be confirmed until this time. */
export function confirmableUntil(now: Date) {
  return new Date(now.getTime() + CONFIRM_WITHIN_MS)
}

/** Only the hash is stored, so a stolen database contains no working link. */
export function hashToken(token: string) {
  return createHash('sha256').update(token).digest('hex')
}

export function linkInvalid() {
  return new ServiceError('VALIDATION_FAILED', LINK_INVALID)
}

/** An address gets no mail when `max` mails have been sent to it after `since`. */
export type MailLimit = { max: number; since: Date }

export function mailLimit({ limit, perSeconds }: { limit: number; perSeconds: number }, at: Date): MailLimit {
  return { max: limit, since: new Date(at.getTime() - perSeconds * 1000) }
}

export function mayMail(sent: readonly { mailedAt: string }[], { max, since }: MailLimit) {
  return sent.filter(({ mailedAt }) => mailedAt > since.toISOString()).length < max
}

type FormRequest = { headers: IncomingHttpHeaders; body: unknown }

/** The fields of a form of our pages. A page of another site could send it for its visitors. */
export function readPageForm({ headers, body }: FormRequest) {
  if (headers['sec-fetch-site'] === 'cross-site')
    throw new ServiceError('FORBIDDEN', 'This form is not of the shop')
  return Object.fromEntries(new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : ''))
}

/**
 * Browsers and mail programs mark a prefetch in one of these headers, e.g. `Sec-Purpose: prefetch`.
 */
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/**
 * Whether a program prefetches or checks the link. Such a request changes nothing, because the
 * recipient of the mail has not opened the link.
 */
export function isPrefetch({ method, headers }: { method: string; headers: IncomingHttpHeaders }) {
  return (
    method === 'HEAD' || PURPOSE_HEADERS.some((name) => /prefetch|preview/i.test(String(headers[name] ?? '')))
  )
}
