/** Wrong passwords of one account, one after another. */
export type LockOut = { failures: number; lockedUntil: Date; lastAt: Date }

const FREE_FAILURES = 5
const LOCK_MAX_MS = 15 * 60 * 1000

/**
 * Cognito forgets failures after fifteen quiet minutes, which gives a patient guesser 42 tries an hour. Kept for
 * a day they give 17.
 */
export const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000

export function isLocked(lock: LockOut | null, now: Date) {
  return lock !== null && lock.lockedUntil > now
}

/**
 * The state once another password is being tried, counted as wrong before it is looked at: tries that come
 * together must not all be the first. Success wipes it out. Null inside a lock, which changes nothing.
 */
export function afterTry(lock: LockOut | null, now: Date): LockOut | null {
  if (isLocked(lock, now)) return null
  const failures = 1 + (lock && !isForgotten(lock, now) ? lock.failures : 0)
  return { failures, lockedUntil: new Date(now.getTime() + lockMs(failures)), lastAt: now }
}

function isForgotten({ lastAt }: LockOut, now: Date) {
  return now.getTime() - lastAt.getTime() >= FORGOTTEN_AFTER_MS
}

function lockMs(failures: number) {
  return failures < FREE_FAILURES ? 0 : Math.min(1000 * 2 ** (failures - FREE_FAILURES), LOCK_MAX_MS)
}
