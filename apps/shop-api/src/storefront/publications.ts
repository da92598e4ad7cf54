import { FIRST_HOME, type Home } from '@nashta/contracts/storefront/home-rules'
import { ServiceError } from '@nashta/service-kit/service-error'

/** How many home pages can be brought back. */
const FORMER_MAX = 10

/** A home page may be published up to this long ahead. */
const AHEAD_MAX_MS = 366 * 24 * 3_600_000

/** A home page and when it was published. Both are null for that of a new shop. */
export type Publication = { home: Home | null; at: string | null }

export type Publications = Publication & {
  /** What becomes the home page at its time. Nothing is written then: every process looks at its clock. */
  scheduled: { home: Home; at: string } | null
  /** What was published before, newest first. */
  former: readonly Publication[]
}

export const NO_PUBLICATIONS: Publications = { home: null, at: null, scheduled: null, former: [] }

/** The publications as they are at a time. */
export function publicationsAt(stored: Publications, now: Date): Publications {
  const { scheduled } = stored
  if (scheduled === null || Date.parse(scheduled.at) > now.getTime()) return stored
  return replaceCurrent({ ...stored, scheduled: null }, scheduled)
}

export function homeOf({ home }: Publication): Home {
  return home ?? FIRST_HOME
}

/** Publishes at once, or at a later time. Publishing what is there already changes nothing. */
export function publish(
  before: Publications,
  { home, at }: { home: Home; at: string | undefined },
  now: Date,
): Publications {
  if (at === undefined) {
    const isSame = JSON.stringify(home) === JSON.stringify(homeOf(before))
    return isSame ? before : replaceCurrent(before, { home, at: now.toISOString() })
  }
  const aheadMs = Date.parse(at) - now.getTime()
  if (aheadMs <= 0) throw refusedTime('This time has passed: publish at once, or choose a later time')
  if (aheadMs > AHEAD_MAX_MS) throw refusedTime('A home page is published within a year')
  return { ...before, scheduled: { home, at: new Date(at).toISOString() } }
}

/** Brings back what was published before. What is scheduled stays so. */
export function undo(before: Publications, now: Date): Publications {
  const [last, ...former] = before.former
  if (last === undefined)
    throw new ServiceError('NOTHING_TO_UNDO', 'No home page was published before this one')
  return { ...before, home: last.home, at: now.toISOString(), former }
}

export function unschedule(before: Publications): Publications {
  return before.scheduled === null ? before : { ...before, scheduled: null }
}

function replaceCurrent(before: Publications, next: Publication): Publications {
  const { home, at, former } = before
  return { ...before, ...next, former: [{ home, at }, ...former].slice(0, FORMER_MAX) }
}

function refusedTime(message: string) {
  return new ServiceError('VALIDATION_FAILED', `body.at: ${message}`)
}
