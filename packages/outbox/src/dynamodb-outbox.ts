import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { type Item, queryItems } from '@nashta/dynamodb/read-items'
import { shardOf } from '@nashta/dynamodb/shard-of'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { updateItem, writeItems } from '@nashta/dynamodb/write-item'
import { createShardAssignment } from './dynamodb-shards.ts'
import type { Claim, ClaimedEntry, OutboxEntry, OutboxStore, TopicName } from './outbox.ts'
import { NO_ENCRYPTION, type PayloadCipher } from './payload-cipher.ts'

/**
 * DynamoDB takes a thousand writes a second for each partition key, so each topic is spread over
 * many queues. A shard is the number of a queue.
 */
const QUEUES_PER_TOPIC = 64

/**
 * A claim may find more mails than its limit. If the next claim follows within this time, the
 * leftover mails are leased before new mails are queried.
 */
const LEFTOVER_MAILS_MS = 2_000

/** Events that are added outside a transaction within this time are written together. */
const GATHER_MS = 10

/** A settled mail is stored this long. Meanwhile no mail with the same key can be added. */
const SETTLED_MAIL_DAYS = 30
const DAY_S = 24 * 60 * 60

const ISO_TIME_LENGTH = new Date(0).toISOString().length

const NO_LEFTOVER = { at: Number.NEGATIVE_INFINITY, mails: [] }

export type DynamoOutboxOptions = {
  client: Dynamo
  /** A table with the keys `pk` and `sk`. */
  table: string
  /** An index of the table with the keys `queue` and `due`, and the attribute `leaseUntil`. */
  index: string
  now: () => Date
  cipher?: PayloadCipher
}

export type DynamoOutbox = OutboxStore & {
  /**
   * Returns the write that adds the entry. The caller puts the write into the transaction of the
   * change that the entry reports. A mail whose key exists is not added again.
   */
  entryWrite(entry: OutboxEntry): TransactItem

  /**
   * Adds an event that reports no stored change, such as a view. Without a transaction, the write
   * costs half as much.
   */
  addEvent(entry: OutboxEntry): Promise<void>
}

/**
 * Several processes may relay from one table. The queues are divided among them. Leases differ by
 * topic:
 * - Each mail has its own lease.
 * - The events of a queue share one lease, so that they are delivered in order. The first event
 *   stores the lease.
 */
export function createDynamoOutbox(options: DynamoOutboxOptions): DynamoOutbox {
  const { client, table, index, now, cipher = NO_ENCRYPTION } = options
  const processId = randomUUID()
  const listeners = new Set<Parameters<OutboxStore['onAdded']>[0]>()
  const assignments = { mail: assignShards('mail'), events: assignShards('events') }
  let addedCount = 0
  /** The mails that the claim at the time `at` found and did not lease. */
  let leftover: { at: number; mails: readonly IndexedMail[] } = NO_LEFTOVER
  /** The events that the next write adds together. */
  let gathered: Item[] = []
  let gathering: Promise<void> | undefined

  function assignShards(topic: TopicName) {
    const pk = `relays#${topic}`
    return createShardAssignment({ client, table, pk, processId, shardCount: QUEUES_PER_TOPIC, now })
  }

  const mailsQuery = (queue: string) => ({
    TableName: table,
    IndexName: index,
    KeyConditionExpression: 'queue = :queue',
    ExpressionAttributeValues: { ':queue': queue },
  })

  const dueMailsQuery = (queue: string, time: string, limit: number) => ({
    ...mailsQuery(queue),
    Limit: limit,
    KeyConditionExpression: 'queue = :queue AND due < :end',
    FilterExpression: IS_FREE,
    // A due key has a `#` after the time. `~` sorts after `#`, so the query includes mails due now.
    ExpressionAttributeValues: { ':queue': queue, ':end': `${time}~`, ':now': time },
  })

  const eventsQuery = (queue: string, limit?: number) => ({
    TableName: table,
    KeyConditionExpression: 'pk = :queue',
    ExpressionAttributeValues: { ':queue': `outbox#${queue}` },
    ...(limit !== undefined && { Limit: limit }),
  })

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

  async function findDueMails(claim: Claim): Promise<IndexedMail[]> {
    const time = claim.now.toISOString()
    const shards = await assignments.mail.chooseShards()
    const pages = await mapInSlices(shards, (shard) =>
      queryItems<IndexedMail>(client, dueMailsQuery(queueOf('mail', shard), time, claim.limit), {
        maxItems: claim.limit,
      }),
    )
    return pages.flat().toSorted(byDue)
  }

  /**
   * Makes later claims look into the shards of claimed entries: an entry that is not settled in
   * time is due again at `leaseUntil`.
   */
  function keepShardsActive(claimed: readonly StoredEntry[], { topic, leaseUntil }: Claim) {
    for (const entry of claimed) assignments[topic].markActive(shardOfItem(entry), leaseUntil)
  }

  async function claimMails(claim: Claim): Promise<StoredEntry[]> {
    const fromLeftover = await leaseFirst(takeLeftover(claim.now), claim.limit, claim)
    const missing = claim.limit - fromLeftover.leased.length
    if (missing === 0) {
      leftover = { at: claim.now.getTime(), mails: fromLeftover.rest }
      return fromLeftover.leased
    }
    // `fromLeftover.rest` is empty, because fewer mails than the limit could be leased.
    const fromQuery = await leaseFirst(await findDueMails(claim), missing, claim)
    leftover = { at: claim.now.getTime(), mails: fromQuery.rest }
    return [...fromLeftover.leased, ...fromQuery.leased]
  }

  /** Removes and returns the leftover mails. Returns no mails if the last claim is too long ago. */
  function takeLeftover(time: Date): readonly IndexedMail[] {
    const { at, mails } = leftover
    leftover = NO_LEFTOVER
    // The absolute difference, because the clock may have been set back.
    return Math.abs(time.getTime() - at) < LEFTOVER_MAILS_MS ? mails : []
  }

  /** Leases mails in the order of the list, until `count` are leased or the list ends. */
  async function leaseFirst(mails: readonly IndexedMail[], count: number, claim: Claim) {
    const leased: StoredEntry[] = []
    let rest = mails
    while (leased.length < count && rest.length > 0) {
      const missing = count - leased.length
      leased.push(...(await leaseEach(rest.slice(0, missing), claim)))
      rest = rest.slice(missing)
    }
    return { leased, rest }
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

  async function claimEvents(claim: Claim) {
    const claimed: StoredEntry[] = []
    const shards = await assignments.events.chooseShards()
    const pages = await mapInSlices(shards, (shard) =>
      queryItems<StoredEntry>(client, eventsQuery(queueOf('events', shard), claim.limit), {
        maxItems: claim.limit,
      }),
    )
    for (const queued of pages) {
      const missing = claim.limit - claimed.length
      if (missing === 0) break
      const [first] = queued
      if (!first || isQueueLeased(queued, claim.now)) continue
      if (await lease(first, claim)) claimed.push(...queued.slice(0, missing))
    }
    return claimed
  }

  async function writeGathered() {
    await sleep(GATHER_MS)
    const items = gathered
    gathered = []
    gathering = undefined
    await writeItems(
      client,
      table,
      items.map((put) => ({ put })),
    )
  }

  /**
   * Makes the item of a new entry, which the caller then writes. The listeners are called before
   * that write, as `onAdded` allows.
   */
  function makeItemAndNotify(entry: OutboxEntry): Item {
    const time = now().toISOString()
    addedCount += 1
    for (const listener of listeners) listener(entry.topic)
    const payload = cipher.encrypt(entry.payload, entry.key)
    const stored = { ...entry, payload, failures: 0, addedAt: time }
    const mailShard = assignments.mail.pick(addedCount)
    const item = pendingItem(stored, { dueAt: time, sequence: addedCount, processId, mailShard })
    assignments[entry.topic].markActive(shardOfItem(item), new Date(time))
    return item
  }

  /** Resolves to null, and changes nothing, when the condition does not hold. */
  function update(key: ItemKey, condition: string, change: string, values: Item) {
    return updateItem<StoredEntry>(client, {
      TableName: table,
      Key: key,
      UpdateExpression: change,
      ConditionExpression: condition,
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: values,
    })
  }

  const updatePending = (entry: ClaimedEntry, change: string, values: Item = {}) =>
    update(parseId(entry.id), IS_PENDING, change, { ...values, ':pending': 'pending' })

  const endLease = (entry: ClaimedEntry) => updatePending(entry, 'REMOVE leaseUntil, claimedBy')

  /** Works in every state of the mail: another process may have given up the mail meanwhile. */
  const markDelivered = (mail: ItemKey, at: Date) =>
    update(
      mail,
      'attribute_exists(pk)',
      'SET #state = :delivered, doneAt = :at, expiresAt = :expiry REMOVE queue, due, leaseUntil, claimedBy, payload',
      { ':delivered': 'delivered', ':at': at.toISOString(), ':expiry': settledExpiry(at) },
    )

  return {
    entryWrite(entry) {
      const put = { TableName: table, Item: makeItemAndNotify(entry) }
      if (entry.topic === 'events') return { name: 'event', write: { Put: put } }
      const putNew = { ...put, ConditionExpression: 'attribute_not_exists(pk)' }
      return { name: 'mail', optional: true, write: { Put: putNew } }
    },
    async addEvent(entry) {
      gathered.push(makeItemAndNotify(entry))
      await (gathering ??= writeGathered())
    },
    async claim(claim) {
      const claimed = claim.topic === 'mail' ? await claimMails(claim) : await claimEvents(claim)
      keepShardsActive(claimed, claim)
      return claimed.map(({ pk, sk, topic, kind, key, failures, addedAt, payload }) => ({
        // The sort key has no space, so `parseId` can split the id at the first space.
        id: `${sk} ${pk}`,
        topic,
        kind,
        key,
        failures,
        addedAt: new Date(addedAt),
        payload: cipher.decrypt(inflateRawSync(payload).toString(), key),
      }))
    },
    async complete(entries, at) {
      await Promise.all(entries.filter(isMail).map(({ id }) => markDelivered(parseId(id), at)))
      const events = entries.filter((entry) => !isMail(entry))
      // Events are deleted from last to first, because the first event stores the queue's lease.
      // Within one batch, DynamoDB may still delete the first event early. Then a later event may
      // be claimed and delivered a second time, which the outbox allows.
      const lastToFirst = events.toReversed()
      const deletions = lastToFirst.map(({ id }) => ({ delete: parseId(id) }))
      await writeItems(client, table, deletions)
    },
    // The relay calls `retry` and `giveUp` only for mails. For events that could not be delivered,
    // the relay calls `release`.
    async retry(mail, retryAt) {
      const retried = await updatePending(
        mail,
        'SET due = :due, failures = failures + :one REMOVE leaseUntil, claimedBy',
        { ':due': dueKey(retryAt.toISOString(), RETRY_SEQUENCE), ':one': 1 },
      )
      if (retried) assignments.mail.markActive(shardOfItem(retried), retryAt)
    },
    async release(entries) {
      const mails = entries.filter(isMail)
      const events = entries.filter((entry) => !isMail(entry))
      const eventsByQueue = Map.groupBy(events, ({ id }) => parseId(id).pk)
      // The first event of a queue stores the lease of the whole queue.
      const firstEvents = [...eventsByQueue.values()].flatMap((queued) => queued.slice(0, 1))
      const leaseholders = [...mails, ...firstEvents]
      await Promise.all(leaseholders.map(endLease))
    },
    async giveUp(mail, at) {
      await updatePending(
        mail,
        'SET #state = :givenUp, doneAt = :at, expiresAt = :expiry REMOVE queue, due, leaseUntil, claimedBy',
        { ':givenUp': 'given up', ':at': at.toISOString(), ':expiry': settledExpiry(at) },
      )
    },
    async eraseMails(keys, at) {
      // A mail that is marked as delivered loses its payload and is not sent.
      await Promise.all(keys.map((key) => markDelivered(mailItemKey(key), at)))
    },
    async backlog(topic) {
      const toQuery = topic === 'mail' ? mailsQuery : eventsQuery
      const queries = queuesOf(topic).map((queue) => toQuery(queue))
      const found = await mapInSlices(queries, (query) => queryItems<PendingKey>(client, query))
      // A mail has its due key in `due`, an event in its sort key.
      const times = found.flat().map(({ due, sk }) => (due ?? sk).slice(0, ISO_TIME_LENGTH))
      const [earliestDue] = times.toSorted()
      return { pending: times.length, earliestDue: earliestDue === undefined ? null : new Date(earliestDue) }
    },
    onAdded(listener) {
      listeners.add(listener)
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

/** A condition for DynamoDB: the entry has no lease, or its lease has ended. */
const IS_FREE = '(attribute_not_exists(leaseUntil) OR leaseUntil <= :now)'
/** A condition for DynamoDB. `#state` stands for `state`, which is a reserved word of DynamoDB. */
const IS_PENDING = '#state = :pending'

type ItemKey = { pk: string; sk: string }
type IndexedMail = ItemKey & { due: string }
type PendingKey = ItemKey & { due?: string }
type StoredEntry = ItemKey &
  Omit<ClaimedEntry, 'id' | 'addedAt' | 'payload'> & {
    addedAt: string
    payload: Uint8Array
    leaseUntil?: string
    /** Only a mail has this attribute, for example `mail#3`. */
    queue?: string
  }

/** `payload` is null when the mail was delivered. */
type EntryFields = Omit<OutboxEntry, 'payload'> & {
  payload: string | null
  failures: number
  addedAt: string
}

/**
 * `sequence` sorts the entries that one process adds at the same time. `mailShard` is the shard of
 * a mail; without it, `sequence` selects the shard. The shard of an event depends on its group.
 */
type QueuePosition = { dueAt: string; sequence: number; processId: string; mailShard?: number }

/**
 * The compressed attribute `payload`; false when there is no payload. DynamoDB charges by the
 * kilobyte, and compression reduces a typical mail about an order from two kilobytes to one.
 */
function payloadField(payload: string | null) {
  return payload !== null && { payload: deflateRawSync(payload) }
}

/** The item of a pending entry. */
export function pendingItem({ group, payload, ...entry }: EntryFields, position: QueuePosition): Item {
  const { dueAt, sequence, processId, mailShard = sequence % QUEUES_PER_TOPIC } = position
  const fields = { ...entry, ...payloadField(payload), state: 'pending' }
  const due = dueKey(dueAt, sequence)
  if (entry.topic === 'mail') {
    return { ...mailItemKey(entry.key), ...fields, queue: queueOf('mail', mailShard), due }
  }
  // A hash of the group selects the queue, so that the events of a group stay in order.
  const queue = queueOf('events', shardOf(group ?? '', QUEUES_PER_TOPIC))
  return { pk: `outbox#${queue}`, sk: `${due}#${processId}`, ...fields }
}

/** The item of a mail that was given up or delivered. */
export function settledItem({ payload, ...mail }: EntryFields, state: string, doneAt: string): Item {
  const expiresAt = settledExpiry(new Date(doneAt))
  return { ...mailItemKey(mail.key), ...mail, ...payloadField(payload), state, doneAt, expiresAt }
}

const QUEUES_AT_ONCE = 16

/** Like `Promise.all` over the list, but only `QUEUES_AT_ONCE` items at a time. */
async function mapInSlices<T, R>(list: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < list.length; start += QUEUES_AT_ONCE) {
    results.push(...(await Promise.all(list.slice(start, start + QUEUES_AT_ONCE).map(work))))
  }
  return results
}

function settledExpiry(at: Date) {
  return Math.floor(at.getTime() / 1000) + SETTLED_MAIL_DAYS * DAY_S
}

function mailItemKey(key: string): ItemKey {
  return { pk: `outbox#mail#${key}`, sk: 'entry' }
}

/** The key of the item, from the id of a claimed entry. */
function parseId(id: string): ItemKey {
  const end = id.indexOf(' ')
  return { pk: id.slice(end + 1), sk: id.slice(0, end) }
}

/** For example `mail#3`. */
function queueOf(topic: TopicName, shard: number) {
  return `${topic}#${shard}`
}

/** The number at the end of `queue` for a mail, and at the end of `pk` for an event. */
function shardOfItem({ queue, pk }: Item) {
  const name = typeof queue === 'string' ? queue : String(pk)
  return Number(name.slice(name.lastIndexOf('#') + 1))
}

function queuesOf(topic: TopicName) {
  return Array.from({ length: QUEUES_PER_TOPIC }, (_, shard) => queueOf(topic, shard))
}

/** Mails that are retried at the same time need no order. */
const RETRY_SEQUENCE = 0

/** For example `2026-01-01T00:00:00.000Z#000000042`: sorts by time, then by sequence number. */
function dueKey(time: string, sequence: number) {
  return `${time}#${String(sequence).padStart(9, '0')}`
}

function byDue(a: IndexedMail, b: IndexedMail) {
  return a.due < b.due ? -1 : 1
}

function isMail({ topic }: ClaimedEntry) {
  return topic === 'mail'
}
