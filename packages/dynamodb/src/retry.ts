import { setTimeout as sleep } from 'node:timers/promises'
import type { Dynamo } from './create-client.ts'

const FIRST_DELAY_MS = 10
const LONGEST_DELAY_MS = 500

/**
 * Waits for a random delay, so that two processes do not conflict again. The longest possible delay
 * doubles with each failure.
 */
export async function backOff(failures: number) {
  const longest = Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS)
  await sleep(Math.random() * longest)
}

/** The size of a full retry budget. Each client starts with a full budget. */
const RETRIES_MAX = 500

/**
 * The retry budget of each client: how many retries are left. A retry takes 1, a success adds 1.
 * When none is left, no request is retried, because retries add load. The store then responds 503.
 */
const retriesLeft = new WeakMap<Dynamo, number>()

/** Takes one of the retries left. Returns false when none is left: then the request must fail. */
export function takeFromRetryBudget(client: Dynamo) {
  const left = retriesLeft.get(client) ?? RETRIES_MAX
  if (left <= 0) return false
  retriesLeft.set(client, left - 1)
  return true
}

/** Adds one to the retries left, up to `RETRIES_MAX`. To be called after each success. */
export function addToRetryBudget(client: Dynamo) {
  const left = retriesLeft.get(client)
  if (left !== undefined && left < RETRIES_MAX) retriesLeft.set(client, left + 1)
}

/** Every attempt conflicted with another writer or was throttled. */
export class TooManyConflicts extends Error {
  constructor(cause?: unknown) {
    super('Every attempt conflicted with another writer or was throttled', { cause })
    this.name = 'TooManyConflicts'
  }
}

/** The limit of retries in a row without progress. They take about three seconds. */
const FUTILE_RETRIES_MAX = 16

/**
 * Sends requests in batches of `size`. `send` resolves to the requests of the batch that DynamoDB
 * did not process, and these requests are sent again. Throws `TooManyConflicts` when the retry
 * budget is empty, or after `FUTILE_RETRIES_MAX` retries in a row without progress.
 */
export async function sendInBatches<T>(
  client: Dynamo,
  { requests, size }: { requests: readonly T[]; size: number },
  send: (batch: readonly T[]) => Promise<readonly T[]>,
) {
  let rest = requests
  let failuresInARow = 0
  while (rest.length > 0) {
    const batch = rest.slice(0, size)
    const unprocessed = await send(batch)
    rest = [...unprocessed, ...rest.slice(size)]
    const hasProgress = unprocessed.length < batch.length
    if (hasProgress) addToRetryBudget(client)
    failuresInARow = hasProgress ? 0 : failuresInARow + 1

    const needsRetry = unprocessed.length > 0
    if (!needsRetry) continue
    const mayRetry = failuresInARow <= FUTILE_RETRIES_MAX && takeFromRetryBudget(client)
    if (!mayRetry) throw new TooManyConflicts()
    await backOff(failuresInARow)
  }
}
