import type { Dynamo } from '@nashta/dynamodb/create-client'
import { queryItems } from '@nashta/dynamodb/read-items'
import { putItem } from '@nashta/dynamodb/write-item'

/** A relay that has not renewed its lease for this long counts as dead, and the others divide its shards. */
const LEASE_MS = 15_000
const RENEW_EVERY_MS = 5_000

/** The first claim and every twentieth after it look into all shards, because the relays of some may be dead. */
const CLAIMS_PER_SWEEP = 20
/** Every fourth claim looks into all shards of this relay. */
const CLAIMS_PER_OWN_SWEEP = 4
/** The claims between these look only into shards of this relay that had a due entry within this time. */
const ACTIVE_MS = 60_000

export type ShardAssignmentOptions = {
  client: Dynamo
  table: string
  /** The partition key of the leases. */
  pk: string
  processId: string
  shardCount: number
  now: () => Date
}

/**
 * Divides the shards among the live relays, so that they do not compete for the same entries. Two relays may have the
 * same shard for a moment, because each learns of the others only when it renews its lease. The lease on an entry still
 * lets only one of them have it.
 */
export function createShardAssignment(options: ShardAssignmentOptions) {
  const { client, table, pk, processId, shardCount, now } = options
  const all = Array.from({ length: shardCount }, (_, shard) => shard)
  let own: readonly number[] = all
  let renewedAt = Number.NEGATIVE_INFINITY
  let claims = 0
  /** By shard: until when every claim looks into it. */
  const activeUntil = new Map<number, number>()

  function shardsOfClaim(time: number) {
    if (claims % CLAIMS_PER_SWEEP === 0) return all
    if (claims % CLAIMS_PER_OWN_SWEEP === 0) return own
    for (const [shard, until] of activeUntil) if (until <= time) activeUntil.delete(shard)
    return own.filter((shard) => activeUntil.has(shard))
  }

  async function renew(time: number) {
    renewedAt = time
    const until = new Date(time + LEASE_MS)
    const expiresAt = Math.ceil(until.getTime() / 1000)
    await putItem(client, table, { pk, sk: processId, until: until.toISOString(), expiresAt })
    const leases = await queryItems<{ sk: string; until: string }>(client, {
      TableName: table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    })
    const isLive = (lease: { until: string }) => lease.until > new Date(time).toISOString()
    const relays = leases.filter(isLive).map(({ sk }) => sk)
    const position = relays.toSorted().indexOf(processId)
    own = all.filter((shard) => shard % relays.length === position)
  }

  return {
    /** The shards to claim from, beginning with a random one so that no shard is always last. */
    async next(): Promise<number[]> {
      const time = now().getTime()
      // The absolute difference, because the clock may have been set back.
      if (Math.abs(time - renewedAt) >= RENEW_EVERY_MS) await renew(time)
      const shards = shardsOfClaim(time)
      claims += 1
      const first = Math.floor(Math.random() * shards.length)
      return [...shards.slice(first), ...shards.slice(0, first)]
    },
    /** Must be called for the shard of every entry, with the time at which the entry is due. */
    markActive(shard: number, due: Date) {
      const until = due.getTime() + ACTIVE_MS
      activeUntil.set(shard, Math.max(until, activeUntil.get(shard) ?? 0))
    },
    /**
     * One of this relay's shards, for an entry that may go to any of them. A relay has none when there are more relays than
     * shards; it then picks from all.
     */
    pick: (sequence: number): number => own[sequence % own.length] ?? sequence % shardCount,
  }
}
