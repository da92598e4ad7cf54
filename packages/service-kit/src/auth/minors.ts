import { calendarDay } from '@nashta/contracts/dates'
import { LRUCache } from 'lru-cache'
import type { Caller, VerifyToken } from './authorise.ts'

/** The caller's birth date as YYYY-MM-DD; null when the pool has none. */
export type BirthDateOf = (caller: Caller) => Promise<string | null>

const ADULT_YEARS = 18
const CACHED_CALLERS_MAX = 10_000
/** A caller may enter or correct the birth date at any time, so it is looked up again after this. */
const LOOKED_UP_EVERY_MS = 60_000

/** A shopper without a birth date counts as an adult. */
export function isMinor(birthDate: string | null, now: Date) {
  if (birthDate === null) return false
  const adultFrom = `${Number(birthDate.slice(0, 4)) + ADULT_YEARS}${birthDate.slice(4)}`
  return calendarDay(now) < adultFrom
}

type CachedBirthDate = { birthDate: string | null; lookedUpAt: number }

/** Tells whether a caller is a minor, for code that knows only the caller's `sub`. */
export function createMinors({ birthDateOf, now }: { birthDateOf: BirthDateOf; now: () => Date }) {
  const cache = new LRUCache<string, CachedBirthDate>({ max: CACHED_CALLERS_MAX })

  function isFresh({ lookedUpAt }: CachedBirthDate) {
    const ageMs = now().getTime() - lookedUpAt
    // The age is negative after the clock was set back.
    return ageMs >= 0 && ageMs < LOOKED_UP_EVERY_MS
  }

  return {
    /** Wraps `verifyToken`, so that the birth date of each caller is cached. */
    withCachedBirthDates:
      (verifyToken: VerifyToken): VerifyToken =>
      async (token) => {
        const caller = await verifyToken(token)
        if (!caller) return null
        const cached = cache.get(caller.sub)
        if (!cached || !isFresh(cached)) {
          const birthDate = await birthDateOf(caller)
          cache.set(caller.sub, { birthDate, lookedUpAt: now().getTime() })
        }
        return caller
      },
    /** False also for a minor who has not called this process yet: the birth date is not known. */
    has: (sub: string) => isMinor(cache.get(sub)?.birthDate ?? null, now()),
  }
}
