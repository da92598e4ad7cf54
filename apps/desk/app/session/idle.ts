/** After this time without use, the desk asks for the password again. */
export const IDLE_MS = 30 * 60_000

export const LAST_USED_KEY = 'nashta.desk-last-used'

/** `lastUsed` is the stored time in milliseconds; null when the desk was not used in this browser. */
export function isIdle(lastUsed: string | null, now: Date): boolean {
  const at = Number(lastUsed)
  // A time in the future comes from a clock that was wrong.
  return lastUsed === null || !(at <= now.getTime()) || now.getTime() - at >= IDLE_MS
}
