/**
 * `failures` is the number of consecutive wrong passwords or codes of one subject. The last one was
 * at `lastAt`. `lockedUntil` may be in the past.
 */
export type LockOut = { failures: number; lockedUntil: Date; lastAt: Date }

/** The fifth failure locks for a second, and each further one twice as long, up to LOCK_MAX_MS. */
const FIRST_LOCKING_FAILURE = 5
const LOCK_MAX_MS = 15 * 60 * 1000

/**
 * Cognito drops failures fifteen minutes after the last one, which allows 42 guesses in every hour.
 * Here they expire after a day, which allows 17 in the first hour and 4 in each hour after it.
 */
export const FAILURES_EXPIRE_MS = 24 * 60 * 60 * 1000

export function isLocked(lockOut: LockOut | null, now: Date) {
  return lockOut !== null && lockOut.lockedUntil > now
}

/** The lock-out after one more failure. `lockOut` is null before the first failure. */
export function lockOutAfterFailure(lockOut: LockOut | null, now: Date): LockOut {
  const earlierFailures = lockOut && !isExpired(lockOut, now) ? lockOut.failures : 0
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
