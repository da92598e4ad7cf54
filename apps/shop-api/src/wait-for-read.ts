import { setTimeout as sleep } from 'node:timers/promises'

/** How long a page waits for storage before it shows what is in memory. */
const READ_TIMEOUT_MS = 1_000

/** Waits until the read has succeeded or failed, for a second at most. Never throws. */
export async function waitForRead(read: Promise<unknown>): Promise<void> {
  const timer = new AbortController()
  await Promise.race([read, sleep(READ_TIMEOUT_MS, undefined, { signal: timer.signal })]).catch(() => {})
  timer.abort()
}
