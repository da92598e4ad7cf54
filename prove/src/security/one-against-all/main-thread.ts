import { readFileSync } from 'node:fs'

const NANOSECONDS_PER_MS = 1e6

/**
 * Returns a function that tells how busy the main thread of a process was since it was last asked,
 * from 0 to 1. The time in which the thread waited for a processor does not count, so that other
 * programs on the machine change nothing. Needs /proc.
 */
export function watchMainThread(pid: number) {
  let last = readTimes(pid)
  return () => {
    const { at, ran, waited } = readTimes(pid)
    const busy = (ran - last.ran) / Math.max(1, at - last.at - (waited - last.waited))
    last = { at, ran, waited }
    return Math.min(1, busy)
  }
}

/** In milliseconds. The file holds the time on a processor, the time of waiting for one, and a count. */
function readTimes(pid: number) {
  const text = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')
  const [ran = 0, waited = 0] = text.split(' ').map((nanoseconds) => Number(nanoseconds) / NANOSECONDS_PER_MS)
  return { at: performance.now(), ran, waited }
}
