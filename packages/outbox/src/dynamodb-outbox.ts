import { hash, randomUUID } from 'node:crypto'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { type Item, queryItems } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { updateItem, writeItems } from '@nashta/dynamodb/write-item'
import type { Claim, ClaimedEntry, OutboxEntry, OutboxStore, TopicName } from './outbox.ts'
import { NO_ENCRYPTION, type PayloadCipher } from './payload-cipher.ts'

/** DynamoDB takes a thousand writes a second for each partition key, so each topic is spread over several queues. */
const QUEUES_PER_TOPIC = 4

const ISO_TIME_LENGTH = new Date(0).toISOString().length

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
  /** The write that adds the entry, for the transaction of its change. A mail whose key exists is not added again. */
  entryWrite(entry: OutboxEntry): TransactItem
}

/**
 * Several processes may relay from one table. A mail is claimed by a lease on its item. The events of a queue are
 * claimed together, by a lease on the first of them, so that they stay in order.
 */
export function createDynamoOutbox(options: DynamoOutboxOptions): DynamoOutbox {
  const { client, table, index, now, cipher = NO_ENCRYPTION } = options
  const processId = randomUUID()
  const listeners = new Set<Parameters<OutboxStore['onAdded']>[0]>()
  let addedCount = 0
  let firstQueue = 0

  const mailsIn = (queue: string) => ({
    TableName: table,
    IndexName: index,
    KeyConditionExpression: 'queue = :queue',
    ExpressionAttributeValues: { ':queue': queue },
  })

  const dueMailsIn = (queue: string, time: string) => ({
    ...mailsIn(queue),
    KeyConditionExpression: 'queue = :queue AND due < :end',
    FilterExpression: IS_FREE,
    // `~` sorts after the `#` that follows the time in a due key, so mails that are due now are included.
    ExpressionAttributeValues: { ':queue': queue, ':end': `${time}~`, ':now': time },
  })

  const eventsIn = (queue: string, limit?: number) => ({
    TableName: table,
    KeyConditionExpression: 'pk = :queue',
    ExpressionAttributeValues: { ':queue': `outbox#${queue}` },
    ...(limit !== undefined && { Limit: limit }),
  })

  /**
   * Resolves to null when another process has leased or delivered the entry meanwhile. A query may still find a
   * delivered mail, because the index is updated a moment after the table.
   */
  function lease({ pk, sk }: ItemKey, { now: time, leaseUntil }: Claim) {
    return updateItem<StoredEntry>(client, {
      TableName: table,
      Key: { pk, sk },
      UpdateExpression: 'SET leaseUntil = :until',
      ConditionExpression: `${IS_PENDING} AND ${IS_FREE}`,
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':until': leaseUntil.toISOString(),
        ':now': time.toISOString(),
        ':pending': 'pending',
      },
    })
  }

  async function claimMails(claim: Claim) {
    const time = claim.now.toISOString()
    const queries = queuesOf('mail').map((queue) => dueMailsIn(queue, time))
    const found = await Promise.all(
      queries.map((query) => queryItems<IndexedMail>(client, query, { maxItems: claim.limit })),
    )
    const due = found.flat().toSorted(byDue).slice(0, claim.limit)
    const leased = await Promise.all(due.map((mail) => lease(mail, claim)))
    return leased.filter((mail) => mail !== null)
  }

  async function claimEvents(claim: Claim) {
    const claimed: StoredEntry[] = []
    // Every claim begins with another queue, so that a long queue does not starve the others.
    firstQueue += 1
    for (let step = 0; step < QUEUES_PER_TOPIC && claimed.length < claim.limit; step += 1) {
      const maxItems = claim.limit - claimed.length
      const query = eventsIn(queueOf('events', firstQueue + step), maxItems)
      const events = await queryItems<StoredEntry>(client, query, { maxItems })
      // The leased event need not be the first: a process whose clock is behind may have added one before it.
      const isLeased = events.some(({ leaseUntil = '' }) => leaseUntil > claim.now.toISOString())
      if (events[0] && !isLeased && (await lease(events[0], claim))) claimed.push(...events)
    }
    return claimed
  }

  /** Changes nothing when the condition does not hold. */
  async function update(key: ItemKey, condition: string, change: string, values: Item) {
    await updateItem(client, {
      TableName: table,
      Key: key,
      UpdateExpression: change,
      ConditionExpression: condition,
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: values,
    })
  }

  const updatePending = (entry: ClaimedEntry, change: string, values: Item = {}) =>
    update(keyOf(entry.id), IS_PENDING, change, { ...values, ':pending': 'pending' })

  /** Whatever the state: a delivery may succeed after another process has given the mail up. */
  const markDelivered = (mail: ItemKey, at: Date) =>
    update(
      mail,
      'attribute_exists(pk)',
      'SET #state = :delivered, doneAt = :at REMOVE queue, due, leaseUntil, payload',
      { ':delivered': 'delivered', ':at': at.toISOString() },
    )

  return {
    entryWrite(entry) {
      const time = now().toISOString()
      addedCount += 1
      for (const listener of listeners) listener(entry.topic)
      const payload = cipher.encrypt(entry.payload, entry.key)
      const stored = { ...entry, payload, failures: 0, addedAt: time }
      const Item = pendingItem(stored, { dueAt: time, sequence: addedCount, processId })
      const put = { TableName: table, Item }
      if (entry.topic === 'events') return { name: 'event', write: { Put: put } }
      const putNew = { ...put, ConditionExpression: 'attribute_not_exists(pk)' }
      return { name: 'mail', optional: true, write: { Put: putNew } }
    },
    async claim(claim) {
      const claimed = claim.topic === 'mail' ? await claimMails(claim) : await claimEvents(claim)
      return claimed.map(({ pk, sk, topic, kind, key, failures, addedAt, payload }) => ({
        // The sort key has no space, so `keyOf` can split the id at the first one.
        id: `${sk} ${pk}`,
        topic,
        kind,
        key,
        failures,
        addedAt: new Date(addedAt),
        payload: cipher.decrypt(payload, key),
      }))
    },
    async complete(entries, at) {
      await Promise.all(entries.filter(isMail).map(({ id }) => markDelivered(keyOf(id), at)))
      const events = entries.filter((entry) => !isMail(entry))
      // The first event is deleted last: as long as its lease exists, no other process claims the others.
      const deletions = events.toReversed().map(({ id }) => ({ delete: keyOf(id) }))
      await writeItems(client, table, deletions)
    },
    retry: (entry, retryAt) =>
      updatePending(entry, 'SET due = :due, failures = failures + :one REMOVE leaseUntil', {
        ':due': dueKey(retryAt.toISOString(), 0),
        ':one': 1,
      }),
    async release(entries) {
      // Of the events of a queue, which share their partition key, only the first has a lease.
      const queues = Map.groupBy(entries, ({ id }) => keyOf(id).pk)
      const leased = [...queues.values()].flatMap((claimed) => claimed.slice(0, 1))
      await Promise.all(leased.map((entry) => updatePending(entry, 'REMOVE leaseUntil')))
    },
    giveUp: (entry, at) =>
      updatePending(entry, 'SET #state = :givenUp, doneAt = :at REMOVE queue, due, leaseUntil', {
        ':givenUp': 'given up',
        ':at': at.toISOString(),
      }),
    async eraseMails(keys, at) {
      await Promise.all(keys.map((key) => markDelivered(mailKey(key), at)))
    },
    async backlog(topic) {
      const queries = queuesOf(topic).map((queue) => (topic === 'mail' ? mailsIn(queue) : eventsIn(queue)))
      const found = await Promise.all(queries.map((query) => queryItems<PendingKey>(client, query)))
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

const IS_FREE = '(attribute_not_exists(leaseUntil) OR leaseUntil <= :now)'
const IS_PENDING = '#state = :pending'

type ItemKey = { pk: string; sk: string }
type IndexedMail = ItemKey & { due: string }
type PendingKey = ItemKey & { due?: string }
type StoredEntry = ItemKey & Omit<ClaimedEntry, 'id' | 'addedAt'> & { addedAt: string; leaseUntil?: string }

type EntryFields = Omit<OutboxEntry, 'payload'> & {
  payload: string | null
  failures: number
  addedAt: string
}

/** `sequence` sorts the entries that the process with the id `processId` adds at the same time. */
type QueuePosition = { dueAt: string; sequence: number; processId: string }

/** The item of a pending entry. */
export function pendingItem({ group, ...entry }: EntryFields, position: QueuePosition): Item {
  const { dueAt, sequence, processId } = position
  const fields = { ...entry, state: 'pending' }
  const due = dueKey(dueAt, sequence)
  if (entry.topic === 'mail')
    return { ...mailKey(entry.key), ...fields, queue: queueOf('mail', sequence), due }
  // A hash of the group selects the queue, so that the events of a group stay in order.
  const queue = queueOf('events', hash('sha1', group ?? '', 'buffer').readUInt32BE())
  return { pk: `outbox#${queue}`, sk: `${due}#${processId}`, ...fields }
}

/** The item of a mail that was given up, or that was delivered and so has no payload. */
export function settledItem({ payload, ...mail }: EntryFields, state: string, doneAt: string): Item {
  return { ...mailKey(mail.key), ...mail, ...(payload !== null && { payload }), state, doneAt }
}

function mailKey(key: string) {
  return { pk: `outbox#mail#${key}`, sk: 'entry' }
}

function keyOf(id: string) {
  const end = id.indexOf(' ')
  return { pk: id.slice(end + 1), sk: id.slice(0, end) }
}

/** For example `mail#3`. After the last queue, numbers begin with the first queue again. */
function queueOf(topic: TopicName, number: number) {
  return `${topic}#${number % QUEUES_PER_TOPIC}`
}

function queuesOf(topic: TopicName) {
  return Array.from({ length: QUEUES_PER_TOPIC }, (_, number) => queueOf(topic, number))
}

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
