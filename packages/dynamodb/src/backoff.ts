import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_MS = 10
const LONGEST_MS = 500

/** Waits longer after each failure, with jitter, so that concurrent writers do not collide again. */
export async function backOff(failures: number, random: () => number = Math.random) {
  await sleep(random() * Math.min(FIRST_MS * 2 ** failures, LONGEST_MS))
}
