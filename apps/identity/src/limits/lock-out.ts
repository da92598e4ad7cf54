/** Consecutive wrong passwords of one account. */
export type LockOut = { failures: number; lockedUntil: Date; lastAt: Date }

const FREE_FAILURES = 5
const LOCK_MAX_MS = 15 * 60 * 1000

/**
 * Cognito drops failures fifteen minutes after the last one, which allows 42 guesses an hour. Counting them for a
 * day allows 17.
 */
export const FAILURES_EXPIRE_MS = 24 * 60 * 60 * 1000

export function isLocked(lock: LockOut | null, now: Date) {
  return lock !== null && lock.lockedUntil > now
}

/**
 * The lock after one more try. A try counts as a failure before the password is checked, so that concurrent tries
 * are all counted; a successful sign-in clears the lock. Null while locked, which changes nothing.
 */
export function afterTry(lock: LockOut | null, now: Date): LockOut | null {
  if (isLocked(lock, now)) return null
  const failures = 1 + (lock && !isExpired(lock, now) ? lock.failures : 0)
  return { failures, lockedUntil: new Date(now.getTime() + lockMs(failures)), lastAt: now }
}

function isExpired({ lastAt }: LockOut, now: Date) {
  return now.getTime() - lastAt.getTime() >= FAILURES_EXPIRE_MS
}

function lockMs(failures: number) {
  return failures < FREE_FAILURES ? 0 : Math.min(1000 * 2 ** (failures - FREE_FAILURES), LOCK_MAX_MS)
}
