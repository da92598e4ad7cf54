import type { Dynamo } from './create-client.ts'
import type { Key } from './read-items.ts'
import { deleteItem, updateItem } from './write-item.ts'

export type LeaseOptions = {
  table: string
  key: Key
  /** The id of this process. */
  holder: string
  now: () => Date
  /** How long the lease lasts unless it is renewed, and so how long a dead process holds it. */
  durationMs: number
}

/** Takes or renews the lease; false while another process holds it. */
export async function takeLease(client: Dynamo, { table, key, holder, now, durationMs }: LeaseOptions) {
  const time = now()
  const updated = await updateItem(client, {
    TableName: table,
    Key: key,
    UpdateExpression: 'SET holder = :holder, heldUntil = :until',
    ConditionExpression: 'attribute_not_exists(holder) OR holder = :holder OR heldUntil <= :now',
    ExpressionAttributeValues: {
      ':holder': holder,
      ':until': new Date(time.getTime() + durationMs).toISOString(),
      ':now': time.toISOString(),
    },
  })
  return updated !== null
}

/** Ends the lease, unless another process has taken it over meanwhile. */
export async function releaseLease(client: Dynamo, lease: Pick<LeaseOptions, 'table' | 'key' | 'holder'>) {
  const { table, key, holder } = lease
  await deleteItem(client, {
    TableName: table,
    Key: key,
    ConditionExpression: 'holder = :holder',
    ExpressionAttributeValues: { ':holder': holder },
  })
}

/** Runs `work` while this process holds the lease; resolves to false when another process holds it. */
export async function withLease(client: Dynamo, lease: LeaseOptions, work: () => Promise<void>) {
  if (!(await takeLease(client, lease))) return false
  try {
    await work()
  } finally {
    await releaseLease(client, lease)
  }
  return true
}
