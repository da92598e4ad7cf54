import { createHmac } from 'node:crypto'
import { foldEmail } from '@nashta/contracts/account/checks'
import { mailsMax } from '@nashta/contracts/api/rate-limits'
import type { User } from '../users/user.ts'
import { limitExceeded } from '../wire/pool-error.ts'
import { type AttemptKind, ATTEMPTS_PER_HOUR, type AttemptStore } from './attempt-store.ts'

const HOUR_MS = 60 * 60 * 1000

export type LimitDeps = { attempts: AttemptStore; now: () => Date }

/**
 * Counts an attempt of the subject. Throws if the subject has already made `max` attempts of this
 * kind within the last hour. Examples of subjects:
 * - `1f0c…`, the sub of a user
 * - `name:9a3e…`, the hash of an e-mail address, or of a sign-in name that no user has
 * - `1f0c…/Zk2x…`, a user on one known device
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

/** Counts a mail to the address. For the mail of a password reset, use `countResetMail`. */
export async function countMail(deps: MailDeps, address: string) {
  await countAttempt(deps, 'mail', subjectOfAddress(deps, address))
}

/**
 * Counts a mail for a password reset.
 * - Requested by a known device: the device has its own count, which strangers cannot use up.
 * - Requested by an unknown device (`device` is null): the mail counts together with all mails of
 *   `countMail`. The limit is higher by one, so that other mails do not stop a reset.
 */
export async function countResetMail(deps: MailDeps, address: string, device: string | null) {
  const subject = subjectOnDevice(subjectOfAddress(deps, address), device)
  await countAttempt(deps, 'mail', subject, mailsMax('code', 'reset'))
}

/**
 * The subject of an e-mail address: always a hash of the address, never the sub of its user. Every
 * repeated sign-up with the address makes a user with a new sub, so a count by sub would restart.
 */
export function subjectOfAddress({ attemptSubjectOf }: MailDeps, address: string) {
  return attemptSubjectOf(address, null)
}

/**
 * Returns the subject of the attempts on one known device, such as `1f0c…/Zk2x…`. Returns `subject`
 * itself for all unknown devices, for which `device` is null.
 */
export function subjectOnDevice(subject: string, device: string | null) {
  return device === null ? subject : `${subject}/${device}`
}

/** The subject of a user's attempts with the second factor. */
export function secondFactorSubject(sub: string) {
  return `second-factor:${sub}`
}

/** Returns the user's sub or, if `user` is null, `name:` and a hash of the name. */
export type AttemptSubjectOf = (name: string, user: User | null) => string

/**
 * Makes the function that hashes names with `key`. A name without a user may be the address of a
 * person without an account, so the name itself is not stored.
 */
export function createAttemptSubjectOf(key: Buffer): AttemptSubjectOf {
  return (name, user) =>
    user?.sub ?? `name:${createHmac('sha256', key).update(foldEmail(name)).digest('hex')}`
}
