import { createHash } from 'node:crypto'
import { NEWSLETTER_MAIL_LIMIT } from '@nashta/contracts/api/rate-limits'
import * as contract from '@nashta/contracts/newsletter/newsletter'
import { mailEntry, mailKey } from '@nashta/mail/mail-topic'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { NewsletterStore } from './newsletter-store.ts'

const TOKEN_BYTES = 32
const CONFIRM_WITHIN_MS = 48 * 60 * 60 * 1000

export type NewsletterDeps = {
  newsletter: NewsletterStore
  /** The store's address, for the links in the mail. */
  publicUrl: string
  now: () => Date
  randomBytes: (size: number) => Buffer
}

/**
 * Does the same work for every address, so that neither the response nor its time tells whether the
 * address is subscribed.
 */
export async function subscribeNewsletter(
  { newsletter, publicUrl, now, randomBytes }: NewsletterDeps,
  form: contract.NewsletterInput,
) {
  const at = now()
  const email = form.email.toLowerCase()
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const tokenHash = hashToken(token)
  // The links open pages. Each page has the path of the endpoint that its button calls: the page
  // `/newsletter/confirm` calls `/api/newsletter/confirm`.
  const pageUrl = ({ path }: { path: string }) => new URL(`${path}?token=${token}`, publicUrl).href
  const { limit: max, perSeconds } = NEWSLETTER_MAIL_LIMIT

  await newsletter.subscribe({
    email,
    name: form.name,
    mail: mailEntry({
      deduplicationId: tokenHash,
      to: email,
      message: {
        kind: 'newsletter-confirm',
        data: {
          name: form.name,
          confirmUrl: pageUrl(contract.confirmNewsletter),
          unsubscribeUrl: pageUrl(contract.unsubscribeNewsletter),
        },
      },
    }),
    tokenHash,
    at,
    mailLimit: { max, since: new Date(at.getTime() - perSeconds * 1000) },
    pruneBefore: confirmableSince(at),
  })
}

export function newsletterMailKey(tokenHash: string) {
  return mailKey('newsletter-confirm', tokenHash)
}

/** A link may be used to confirm more than once, until it expires. */
export async function confirmNewsletter({ newsletter, now }: NewsletterDeps, token: string) {
  const at = now()
  const confirmed = await newsletter.confirm(hashToken(token), { mailedAfter: confirmableSince(at), at })
  if (!confirmed) throw linkInvalid()
}

export async function unsubscribeNewsletter({ newsletter }: NewsletterDeps, token: string) {
  if (!(await newsletter.unsubscribe(hashToken(token)))) throw linkInvalid()
}

/** Only links that were mailed after this time can still confirm. */
function confirmableSince(now: Date) {
  return new Date(now.getTime() - CONFIRM_WITHIN_MS)
}

/** Only the hash is stored, so a stolen database contains no working link. */
function hashToken(token: string) {
  return createHash('sha256').update(token).digest('hex')
}

function linkInvalid() {
  return new ServiceError('VALIDATION_FAILED', contract.NEWSLETTER_LINK_INVALID)
}
