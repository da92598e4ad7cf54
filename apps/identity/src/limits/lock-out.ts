/** The consecutive wrong passwords or codes of one subject, the last of them at `lastAt`, and how long they lock it. */
export type LockOut = { failures: number; lockedUntil: Date; lastAt: Date }

/** The fifth failure locks the account for a second, and each further failure for twice as long. */
const FIRST_LOCKING_FAILURE = 5
const LOCK_MAX_MS = 15 * 60 * 1000

/**
 * Cognito drops failures fifteen minutes after the last one, which allows 42 guesses in every hour. Counting
 * them for a day allows 17 in the first hour and 4 in each hour after it.
 */
export const FAILURES_EXPIRE_MS = 24 * 60 * 60 * 1000

export function isLocked(lock: LockOut | null, now: Date) {
  return lock !== null && lock.lockedUntil > now
}

/**
 * The lock-out after one more attempt, or null for an attempt during a lock, which is not counted. An attempt counts as
 * a failure before its password is checked, so that concurrent ones all count. A right password clears the lock-out.
 */
export function lockOutAfterAttempt(lock: LockOut | null, now: Date): LockOut | null {
  if (isLocked(lock, now)) return null
  const earlierFailures = lock && !isExpired(lock, now) ? lock.failures : 0
  const failures = earlierFailures + 1
  return { failures, lockedUntil: new Date(now.getTime() + lockMs(failures)), lastAt: now }
}

function isExpired({ lastAt }: LockOut, now: Date) {
  return now.getTime() - lastAt.getTime() >= FAILURES_EXPIRE_MS
}

function lockMs(failures: number) {
  if (failures < FIRST_LOCKING_FAILURE) return 0
  return Math.min(1000 * 2 ** (failures - FIRST_LOCKING_FAILURE), LOCK_MAX_MS)
}
