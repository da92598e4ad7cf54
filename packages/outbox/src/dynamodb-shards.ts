import type { Dynamo } from '@nashta/dynamodb/create-client'
import { queryItems } from '@nashta/dynamodb/read-items'
import { putItem } from '@nashta/dynamodb/write-item'

/** A relay counts as dead when it does not renew its lease for this long. Others get its shards. */
const LEASE_MS = 15_000
const RENEW_EVERY_MS = 5_000

/**
 * A claim is one attempt of a relay to find due entries and to lease them. All shards are searched
 * this often, however many claims there are.
 */
const SWEEP_EVERY_MS = 20_000
/** All shards of the relay are searched this often. */
const OWN_SWEEP_EVERY_MS = 4_000
/** A shard is active until this long after the due time of its last entry. */
const ACTIVE_MS = 60_000
/**
 * An entry that may go into any shard goes into one of the first shards of its relay. Each active
 * shard costs a query at every claim, and this many take 2,000 mails a second.
 */
const PICKED_SHARDS = 8

export type ShardAssignmentOptions = {
  client: Dynamo
  table: string
  /** The partition key of the leases. */
  pk: string
  processId: string
  shardCount: number
  now: () => Date
}

export type ShardAssignment = ReturnType<typeof createShardAssignment>

/**
 * Divides the shards among the live relays, so that they do not compete for the same entries. Two
 * relays may have the same shard for a moment, because a relay learns of the others only when it
 * renews its lease. Even then only one relay can lease an entry.
 */
export function createShardAssignment(options: ShardAssignmentOptions) {
  const { client, table, pk, processId, shardCount, now } = options
  const allShards = Array.from({ length: shardCount }, (_, shard) => shard)
  /** The shards of this relay. */
  let ownShards: readonly number[] = allShards
  let renewedAt = Number.NEGATIVE_INFINITY
  let sweptAllAt = Number.NEGATIVE_INFINITY
  let sweptOwnAt = Number.NEGATIVE_INFINITY
  /** For each active shard, the time in milliseconds until which it is active. */
  const activeUntil = new Map<number, number>()

  /**
   * The shards that the next claim searches:
   * - every `SWEEP_EVERY_MS` all shards, because a relay that has died may still have a lease
   * - every `OWN_SWEEP_EVERY_MS` all shards of this relay
   * - otherwise only the active shards of this relay
   */
  function shardsToSearch(time: number) {
    // The absolute difference, because the clock may have been set back.
    if (Math.abs(time - sweptAllAt) >= SWEEP_EVERY_MS) {
      sweptAllAt = sweptOwnAt = time
      return allShards
    }
    if (Math.abs(time - sweptOwnAt) >= OWN_SWEEP_EVERY_MS) {
      sweptOwnAt = time
      return ownShards
    }
    for (const [shard, until] of activeUntil) if (until <= time) activeUntil.delete(shard)
    return ownShards.filter((shard) => activeUntil.has(shard))
  }

  /** Renews the lease of this relay and finds its shards. */
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
    ownShards = allShards.filter((shard) => shard % relays.length === position)
  }

  return {
    /**
     * Chooses the shards of the next claim, and renews the lease of this relay when that is due.
     * Begins with a random shard, so that no shard is always last.
     */
    async chooseShards(): Promise<number[]> {
      const time = now().getTime()
      // The absolute difference, because the clock may have been set back.
      if (Math.abs(time - renewedAt) >= RENEW_EVERY_MS) await renew(time)
      const shards = shardsToSearch(time)
      const first = Math.floor(Math.random() * shards.length)
      return [...shards.slice(first), ...shards.slice(0, first)]
    },
    /**
     * Makes the shard active until `ACTIVE_MS` after `dueAt`. `dueAt` is the time at which an entry
     * of the shard is due.
     */
    markActive(shard: number, dueAt: Date) {
      const until = dueAt.getTime() + ACTIVE_MS
      activeUntil.set(shard, Math.max(until, activeUntil.get(shard) ?? 0))
    },
    /**
     * Picks a shard for an entry that may go into any. When there are more relays than shards, this
     * relay may have no shards. Then it picks from all shards.
     */
    pick(sequence: number): number {
      const candidates = (ownShards.length > 0 ? ownShards : allShards).slice(0, PICKED_SHARDS)
      // The index is always valid, so `?? 0` is only for the type.
      return candidates[sequence % candidates.length] ?? 0
    },
  }
}
