import { createHmac } from 'node:crypto'
import { foldEmail } from '@nashta/contracts/account/checks'
import { MAIL_LIMITS } from '@nashta/contracts/api/rate-limits'
import type { User } from '../users/user.ts'
import { limitExceeded } from '../wire/pool-error.ts'
import { type AttemptKind, ATTEMPTS_PER_HOUR, type AttemptStore } from './attempt-store.ts'

const HOUR_MS = 60 * 60 * 1000

export type LimitDeps = { attempts: AttemptStore; now: () => Date }

/** Counts an attempt. Throws when the subject has already made all attempts of this kind that an hour allows. */
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

/** Counts a mail to the address. Mails for a password reset are counted by `countResetMail`. */
export async function countMail(deps: MailDeps, address: string) {
  await countAttempt(deps, 'mail', mailSubjectOf(deps, address))
}

/**
 * Counts a mail for a password reset, together with the other mails to the address. The limit for resets is one higher
 * than that for other mails, so that other mails always leave room for one reset. The requests of a known device have
 * their own count, which strangers cannot use up.
 */
export async function countResetMail(deps: MailDeps, address: string, device: string | null) {
  const subject = subjectOfDevice(mailSubjectOf(deps, address), device)
  await countAttempt(deps, 'mail', subject, MAIL_LIMITS.passwordReset.limit)
}

/** Without the user: mails are counted per address, whether or not it has an account. */
function mailSubjectOf({ attemptSubjectOf }: MailDeps, address: string) {
  return attemptSubjectOf(address, null)
}

/** The subject for the attempts of a known device, which are counted apart from those of strangers. */
export function subjectOfDevice(subject: string, device: string | null) {
  return device === null ? subject : `${subject}/${device}`
}

/** The subject that attempts are counted for: the sub of the user, or a hash of the given name when it has no user. */
export type AttemptSubjectOf = (name: string, user: User | null) => string

/** A name without a user may be the address of a person without an account, so only its keyed hash is stored. */
export function createAttemptSubjectOf(key: Buffer): AttemptSubjectOf {
  return (name, user) =>
    user?.sub ?? `name:${createHmac('sha256', key).update(foldEmail(name)).digest('hex')}`
}
