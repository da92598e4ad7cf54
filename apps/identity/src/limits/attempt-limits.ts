import { createHmac } from 'node:crypto'
import { foldEmail } from '@nashta/contracts/account/checks'
import { MAIL_LIMITS } from '@nashta/contracts/api/rate-limits'
import type { User } from '../users/user.ts'
import { limitExceeded } from '../wire/pool-error.ts'
import { type AttemptKind, ATTEMPTS_PER_HOUR, type AttemptStore } from './attempt-store.ts'

const HOUR_MS = 60 * 60 * 1000

export type LimitDeps = { attempts: AttemptStore; now: () => Date }

/**
 * Counts an attempt. Throws when the subject has already made all attempts of this kind that an
 * hour allows. A subject is a user, a name without a user, or one of these on a known device.
 */
export async function countAttempt(
  { attempts, now }: LimitDeps,
  kind: AttemptKind,
  subject: string,
  max: number = ATTEMPTS_PER_HOUR[kind],
) {
  const at = now()
  const limit = { max, since: new Date(at.getTime() - HOUR_MS) }
  if (!(await attempts.countUnlessLimited({ kind, subject, at }, limit))) throw limitExceeded()
}

type MailDeps = LimitDeps & { attemptSubjectOf: AttemptSubjectOf }

/** Counts a mail to the address, except one for a password reset: see `countResetMail`. */
export async function countMail(deps: MailDeps, address: string) {
  await countAttempt(deps, 'mail', subjectOfAddress(deps, address))
}

/**
 * Counts a mail for a password reset. All mails that strangers cause to an address share one count.
 * The limit of reset mails is one higher than that of other mails, so a reset mail can still be
 * sent when the other mails have reached their limit. The reset mails that a known device requests
 * have their own count, which strangers cannot use up.
 */
export async function countResetMail(deps: MailDeps, address: string, device: string | null) {
  const subject = subjectOfDevice(subjectOfAddress(deps, address), device)
  await countAttempt(deps, 'mail', subject, MAIL_LIMITS.passwordReset.limit)
}

/** The subject of an address, which is the same with and without an account. */
export function subjectOfAddress({ attemptSubjectOf }: MailDeps, address: string) {
  return attemptSubjectOf(address, null)
}

/** Each known device has its own subject. All unknown devices (`device` is null) share one. */
export function subjectOfDevice(subject: string, device: string | null) {
  return device === null ? subject : `${subject}/${device}`
}

/** The subject of attempts with a second factor. */
export function secondFactorSubject(sub: string) {
  return `second-factor:${sub}`
}

/** Returns the subject of attempts: the user's sub or, without a user, a hash of the name. */
export type AttemptSubjectOf = (name: string, user: User | null) => string

/** A name without a user may be the address of a person without an account, so only its keyed hash is stored. */
export function createAttemptSubjectOf(key: Buffer): AttemptSubjectOf {
  return (name, user) =>
    user?.sub ?? `name:${createHmac('sha256', key).update(foldEmail(name)).digest('hex')}`
}
