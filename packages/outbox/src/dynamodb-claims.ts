import { randomUUID } from 'node:crypto'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { updateItem } from '@nashta/dynamodb/write-item'
import { IS_PENDING, type ItemKey, shardOfItem, type StoredEntry } from './dynamodb-outbox-items.ts'
import { type DynamoQueues, type IndexedMail, IS_FREE } from './dynamodb-queues.ts'
import type { ShardAssignment } from './dynamodb-shards.ts'
import type { Claim, TopicName } from './outbox.ts'

/**
 * A claim may find more mails than its limit. If the next claim follows within this time, the
 * leftover mails are leased before new mails are queried.
 */
const LEFTOVER_MAILS_MS = 2_000

const NO_LEFTOVER = { at: Number.NEGATIVE_INFINITY, mails: [] }

type ClaimsOptions = {
  client: Dynamo
  table: string
  queues: DynamoQueues
  assignments: Record<TopicName, ShardAssignment>
}

/**
 * Finds due entries and leases them. Leases differ by topic:
 * - Each mail has its own lease.
 * - The events of a queue share one lease, so that they are delivered in order. The first event
 *   stores the lease.
 */
export function createClaims({ client, table, queues, assignments }: ClaimsOptions) {
  /** The mails that the claim at the time `at` found and did not lease. */
  let leftover: { at: number; mails: readonly IndexedMail[] } = NO_LEFTOVER

  /**
   * Leases an entry for a claim. Resolves to null when the entry is already leased or delivered. A
   * query may find a delivered mail, because the index is updated a moment after the table.
   */
  function lease({ pk, sk }: ItemKey, { now: time, leaseUntil }: Claim) {
    return updateItem<StoredEntry>(client, {
      TableName: table,
      Key: { pk, sk },
      UpdateExpression: 'SET leaseUntil = :until, claimedBy = :claim',
      // `claimedBy = :claim` holds when the SDK repeats the update because a response was lost.
      ConditionExpression: `${IS_PENDING} AND (${IS_FREE} OR claimedBy = :claim)`,
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':until': leaseUntil.toISOString(),
        ':now': time.toISOString(),
        ':pending': 'pending',
        ':claim': randomUUID(),
      },
    })
  }

  async function claimMails(claim: Claim, claimed: StoredEntry[]) {
    let rest = await leaseInOrder(takeLeftover(claim.now), claim, claimed)
    if (claimed.length < claim.limit) {
      // `rest` is empty, because fewer mails than the limit could be leased.
      const shards = await assignments.mail.chooseShards()
      rest = await leaseInOrder(await queues.findDueMails(shards, claim), claim, claimed)
    }
    leftover = { at: claim.now.getTime(), mails: rest }
  }

  /** Removes and returns the leftover mails. Returns no mails if the last claim is too long ago. */
  function takeLeftover(time: Date): readonly IndexedMail[] {
    const { at, mails } = leftover
    leftover = NO_LEFTOVER
    // The absolute difference, because the clock may have been set back.
    return Math.abs(time.getTime() - at) < LEFTOVER_MAILS_MS ? mails : []
  }

  /** Adds leased mails to `claimed` until the limit is reached. Returns the mails that it did not try. */
  async function leaseInOrder(mails: readonly IndexedMail[], claim: Claim, claimed: StoredEntry[]) {
    let rest = mails
    while (claimed.length < claim.limit && rest.length > 0) {
      const missing = claim.limit - claimed.length
      claimed.push(...(await leaseEach(rest.slice(0, missing), claim)))
      rest = rest.slice(missing)
    }
    return rest
  }

  /**
   * Returns the mails that could be leased. A lease may fail because the key is throttled; a later
   * claim finds that mail again. Throws when every lease fails.
   */
  async function leaseEach(mails: readonly IndexedMail[], claim: Claim) {
    const results = await Promise.allSettled(mails.map((mail) => lease(mail, claim)))
    const failures = results.filter((result) => result.status === 'rejected')
    if (failures.length > 0 && failures.length === results.length) throw failures[0]?.reason
    return results.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []))
  }

  async function claimEvents(claim: Claim, claimed: StoredEntry[]) {
    const shards = await assignments.events.chooseShards()
    for (const queued of await queues.findEvents(shards, claim)) {
      const missing = claim.limit - claimed.length
      if (missing === 0) break
      const [first] = queued
      if (!first || isQueueLeased(queued, claim.now)) continue
      if (await lease(first, claim)) claimed.push(...queued.slice(0, missing))
    }
  }

  return {
    async claim(claim: Claim): Promise<StoredEntry[]> {
      const { topic, leaseUntil } = claim
      const claimed: StoredEntry[] = []
      try {
        await (topic === 'mail' ? claimMails(claim, claimed) : claimEvents(claim, claimed))
      } catch (error) {
        // Entries that are already leased are returned. Otherwise they would wait until their leases end.
        if (claimed.length === 0) throw error
      }
      // Later claims look into the shards of these entries, because an entry that is not settled in
      // time is due again at `leaseUntil`.
      for (const entry of claimed) assignments[topic].markActive(shardOfItem(entry), leaseUntil)
      return claimed
    },
  }
}

/**
 * Whether a claim has leased the events of the queue. Every event is checked, because the event
 * that stores the lease may no longer be the first. Since the claim, a process whose clock is
 * behind may have added an event with an earlier time.
 */
function isQueueLeased(events: readonly StoredEntry[], time: Date) {
  return events.some(({ leaseUntil = '' }) => leaseUntil > time.toISOString())
}
