import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_MS = 10
const LONGEST_MS = 500

/** Waits longer after each failure, for a random time, so that two processes that collided do not collide again. */
export async function backOff(failures: number) {
  await sleep(Math.random() * Math.min(FIRST_MS * 2 ** failures, LONGEST_MS))
}

/** Sends all requests in batches. `send` resolves to those that DynamoDB did not process, which are sent again. */
export async function sendInBatches<T>(
  requests: readonly T[],
  size: number,
  send: (batch: readonly T[]) => Promise<readonly T[]>,
) {
  let rest = requests
  for (let rounds = 0; rest.length > 0; rounds += 1) {
    const unprocessed = await send(rest.slice(0, size))
    rest = [...unprocessed, ...rest.slice(size)]
    if (unprocessed.length > 0) await backOff(rounds)
  }
}
