import { createHmac } from 'node:crypto'
import { foldEmail } from '@nashta/contracts/account/checks'
import type { User } from '../users/user.ts'
import { limitExceeded } from '../wire/pool-error.ts'
import { type AttemptKind, ATTEMPTS_PER_HOUR, type AttemptStore } from './attempt-store.ts'

const HOUR_MS = 60 * 60 * 1000

export type LimitDeps = { attempts: AttemptStore; now: () => Date }

/** Throws when the subject has already made all attempts of this kind that an hour allows. */
export async function countAttempt({ attempts, now }: LimitDeps, kind: AttemptKind, subject: string) {
  const at = now()
  const limit = { max: ATTEMPTS_PER_HOUR[kind], since: new Date(at.getTime() - HOUR_MS) }
  if (!(await attempts.countUnlessLimited({ kind, subject, at }, limit))) throw limitExceeded()
}

/** Counts a mail to the address. Requests of a known device are counted apart, so that strangers cannot use them up. */
export async function countMail(
  deps: LimitDeps & { attemptSubjectOf: AttemptSubjectOf },
  address: string,
  device: string | null = null,
) {
  await countAttempt(deps, 'mail', ofDevice(deps.attemptSubjectOf(address, null), device))
}

/** The subject for the attempts of a known device, which are counted apart from those of strangers. */
export function ofDevice(subject: string, device: string | null) {
  return device === null ? subject : `${subject}/${device}`
}

/** The subject that attempts are counted for: the sub of the user, or a hash of the given name when it has no user. */
export type AttemptSubjectOf = (name: string, user: User | null) => string

/** A name without a user may be the address of a person without an account, so only its keyed hash is stored. */
export function createAttemptSubjectOf(key: Buffer): AttemptSubjectOf {
  return (name, user) =>
    user?.sub ?? `name:${createHmac('sha256', key).update(foldEmail(name)).digest('hex')}`
}
