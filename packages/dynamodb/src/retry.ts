import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_DELAY_MS = 10
const LONGEST_DELAY_MS = 500

/** Waits for a random delay, which is longer after more failures, so that two processes do not conflict again. */
export async function backOff(failures: number) {
  const longest = Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS)
  await sleep(Math.random() * longest)
}

/** Sends requests in batches. `send` resolves to the requests that DynamoDB did not process; they are sent again. */
export async function sendInBatches<T>(
  requests: readonly T[],
  size: number,
  send: (batch: readonly T[]) => Promise<readonly T[]>,
) {
  let rest = requests
  let failures = 0
  while (rest.length > 0) {
    const unprocessed = await send(rest.slice(0, size))
    rest = [...unprocessed, ...rest.slice(size)]
    failures = unprocessed.length > 0 ? failures + 1 : 0
    if (failures > 0) await backOff(failures)
  }
}
