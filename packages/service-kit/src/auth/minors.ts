import { calendarDay } from '@nashta/contracts/dates'
import { LRUCache } from 'lru-cache'
import type { Caller, VerifyToken } from './authorise.ts'

/** The caller's birth date as YYYY-MM-DD; null when the pool has none. */
export type BirthDateOf = (caller: Caller) => Promise<string | null>

const ADULT_YEARS = 18
const CACHED_CALLERS_MAX = 10_000

/** A shopper without a birth date counts as an adult. */
export function isMinor(birthDate: string | null, now: Date) {
  if (birthDate === null) return false
  const adultFrom = `${Number(birthDate.slice(0, 4)) + ADULT_YEARS}${birthDate.slice(4)}`
  return calendarDay(now) < adultFrom
}

/** Tells whether a caller is a minor, for code that knows only the caller's `sub`. */
export function createMinors({ birthDateOf, now }: { birthDateOf: BirthDateOf; now: () => Date }) {
  // The objects are needed because LRUCache cannot hold null.
  const birthDates = new LRUCache<string, { value: string | null }>({ max: CACHED_CALLERS_MAX })

  return {
    /** Wraps `verifyToken`, so that the birth date of each new caller is cached. */
    withCachedBirthDates:
      (verifyToken: VerifyToken): VerifyToken =>
      async (token) => {
        const caller = await verifyToken(token)
        if (caller && !birthDates.has(caller.sub))
          birthDates.set(caller.sub, { value: await birthDateOf(caller) })
        return caller
      },
    /** False also for a minor who has not called this process yet: the birth date is not known. */
    has: (sub: string) => isMinor(birthDates.get(sub)?.value ?? null, now()),
  }
}
