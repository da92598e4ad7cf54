const HOUR_MS = 60 * 60 * 1000
const CONFIRM_WITHIN_MS = 48 * HOUR_MS
const MAILS_PER_HOUR = 5

/** Links mailed before this confirm nothing any more. */
export function confirmableSince(now: Date) {
  return new Date(now.getTime() - CONFIRM_WITHIN_MS)
}

/** Nobody's mailbox is filled by someone who types their address again and again. */
export function mailLimit(now: Date) {
  return { max: MAILS_PER_HOUR, since: new Date(now.getTime() - HOUR_MS) }
}
