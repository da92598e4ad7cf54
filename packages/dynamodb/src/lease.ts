import type { Dynamo } from './create-client.ts'
import type { Key } from './read-items.ts'
import { deleteItem, updateItem } from './write-item.ts'

export type LeaseOptions = {
  table: string
  key: Key
  /** An id of the process. */
  holder: string
  now: () => Date
  /** A holder that dies loses the lease after this long. */
  lastsMs: number
}

/** False while another process holds the lease. The holder may renew it. */
export async function takeLease(client: Dynamo, { table, key, holder, now, lastsMs }: LeaseOptions) {
  const at = now()
  const taken = await updateItem(client, {
    TableName: table,
    Key: key,
    UpdateExpression: 'SET holder = :holder, heldUntil = :until',
    ConditionExpression: 'attribute_not_exists(holder) OR holder = :holder OR heldUntil <= :now',
    ExpressionAttributeValues: {
      ':holder': holder,
      ':until': new Date(at.getTime() + lastsMs).toISOString(),
      ':now': at.toISOString(),
    },
  })
  return taken !== null
}

/** Does nothing when another process has taken the lease over. */
export async function releaseLease(
  client: Dynamo,
  { table, key, holder }: Pick<LeaseOptions, 'table' | 'key' | 'holder'>,
) {
  await deleteItem(client, {
    TableName: table,
    Key: key,
    ConditionExpression: 'holder = :holder',
    ExpressionAttributeValues: { ':holder': holder },
  })
}

/** Runs the work unless another process holds the lease; false when it did not run. */
export async function withLease(
  client: Dynamo,
  lease: LeaseOptions,
  work: () => Promise<void>,
): Promise<boolean> {
  if (!(await takeLease(client, lease))) return false
  try {
    await work()
  } finally {
    await releaseLease(client, lease)
  }
  return true
}
