const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 15 * 60 * 1000

/** As long as mail servers keep trying. */
const TRIED_FOR_MS = 4 * 24 * 60 * 60 * 1000

/** When a mail that has failed `failures` times is tried again; null when it has been tried for long enough. */
export function nextTry({ failures, addedAt, now }: { failures: number; addedAt: Date; now: Date }) {
  if (now.getTime() - addedAt.getTime() >= TRIED_FOR_MS) return null
  return new Date(now.getTime() + Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS))
}
