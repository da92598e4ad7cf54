/** After this time without use, the desk asks for the password again. */
export const IDLE_MS = 30 * 60_000
export const IDLE_MINUTES = IDLE_MS / 60_000

export const LAST_USED_KEY = 'nashta.desk-last-used'

/**
 * Whether the password is needed again. `lastUsed` is the stored time in milliseconds; null when
 * the desk was not used in this browser.
 */
export function isIdle(lastUsed: string | null, now: Date): boolean {
  if (lastUsed === null) return true
  const elapsedMs = now.getTime() - Number(lastUsed)
  const isDamaged = Number.isNaN(elapsedMs)
  const wasClockWrong = elapsedMs < 0
  return isDamaged || wasClockWrong || elapsedMs >= IDLE_MS
}
