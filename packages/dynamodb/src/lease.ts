import type { Dynamo } from './create-client.ts'
import type { Key } from './read-items.ts'
import { updateItem } from './write-item.ts'

export type LeaseOptions = {
  table: string
  key: Key
  /** The id of this process. */
  holder: string
  now: () => Date
  /** How long the lease lasts unless it is renewed. A dead process holds it for this time. */
  durationMs: number
}

/** The data that the holder of a lease gets for its work. */
export type HeldLease = {
  /**
   * Grows whenever the lease goes to another holder. A process may lose the lease and not notice.
   * Its writes are refused then, if they require the current fence.
   */
  fence: number
  /**
   * Aborted when this process has lost the lease: another process took over the lease, or the lease
   * ended before a renewal succeeded.
   */
  signal: AbortSignal
}

/** How often a lease is renewed within its duration. */
const RENEWALS_PER_LEASE = 3

/** Takes or renews the lease and returns its fence; null while another process holds the lease. */
export async function takeLease(client: Dynamo, lease: LeaseOptions): Promise<number | null> {
  return (await renewLease(client, lease)) ?? (await takeOver(client, lease))
}

/** Returns the fence; null when this process does not hold the lease. */
async function renewLease(client: Dynamo, { table, key, holder, now, durationMs }: LeaseOptions) {
  const renewed = await updateItem<{ fence: number }>(client, {
    TableName: table,
    Key: key,
    UpdateExpression: 'SET heldUntil = :until',
    ConditionExpression: 'holder = :holder AND heldUntil > :now',
    ExpressionAttributeValues: { ':holder': holder, ...timesOf(now(), durationMs) },
  })
  return renewed?.fence ?? null
}

/** Returns the new fence; null while a process holds the lease. */
async function takeOver(client: Dynamo, { table, key, holder, now, durationMs }: LeaseOptions) {
  const taken = await updateItem<{ fence: number }>(client, {
    TableName: table,
    Key: key,
    UpdateExpression: 'SET holder = :holder, heldUntil = :until, fence = if_not_exists(fence, :zero) + :one',
    ConditionExpression: 'attribute_not_exists(holder) OR heldUntil <= :now',
    ExpressionAttributeValues: { ':holder': holder, ':zero': 0, ':one': 1, ...timesOf(now(), durationMs) },
  })
  return taken?.fence ?? null
}

function timesOf(now: Date, durationMs: number) {
  return { ':now': now.toISOString(), ':until': new Date(now.getTime() + durationMs).toISOString() }
}

/**
 * Ends the lease, unless another process has taken it over meanwhile. The item is not deleted,
 * because it has the fence.
 */
export async function releaseLease(client: Dynamo, lease: Pick<LeaseOptions, 'table' | 'key' | 'holder'>) {
  const { table, key, holder } = lease
  await updateItem(client, {
    TableName: table,
    Key: key,
    UpdateExpression: 'REMOVE holder, heldUntil',
    ConditionExpression: 'holder = :holder',
    ExpressionAttributeValues: { ':holder': holder },
  })
}

/**
 * Takes the lease, runs `work` and releases the lease. The lease is renewed as long as the work
 * lasts. When another process holds the lease, resolves to false without running `work`.
 */
export async function withLease(
  client: Dynamo,
  lease: LeaseOptions,
  work: (held: HeldLease) => Promise<void>,
): Promise<boolean> {
  /** The end of a lease that is taken or renewed now. */
  const endFromNow = () => lease.now().getTime() + lease.durationMs
  // Computed before the request, so it is never later than the `heldUntil` that the request stores.
  let heldUntil = endFromNow()
  const fence = await takeLease(client, lease)
  if (fence === null) return false
  const lost = new AbortController()
  const renew = async () => {
    const renewedUntil = endFromNow()
    try {
      if ((await renewLease(client, lease)) === fence) heldUntil = renewedUntil
      else lost.abort()
    } catch {
      // After a failed request the next renewal may still be in time.
      if (lease.now().getTime() >= heldUntil) lost.abort()
    }
  }
  const timer = setInterval(() => void renew(), lease.durationMs / RENEWALS_PER_LEASE)
  timer.unref()
  try {
    await work({ fence, signal: lost.signal })
  } finally {
    clearInterval(timer)
    await releaseLease(client, lease)
  }
  return true
}
