import { hash, randomUUID } from 'node:crypto'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { type Item, queryItems } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { updateItem, writeItems } from '@nashta/dynamodb/write-item'
import type { Claim, ClaimedEntry, OutboxEntry, OutboxStore, TopicName } from './outbox.ts'
import { NO_SEAL, type Seal } from './seal.ts'

/** Each key of a table or an index takes a thousand writes a second, so a topic is spread over several. */
const QUEUE_PARTS = 4

const TIME_LENGTH = new Date(0).toISOString().length

export type DynamoOutboxOptions = {
  client: Dynamo
  /** Its keys are `pk` and `sk`. */
  table: string
  /** Its keys are `queue` and `due`, and it has `leaseUntil`. */
  index: string
  now: () => Date
  seal?: Seal
}

export type DynamoOutbox = OutboxStore & {
  /** A write for the transaction of the change that the entry reports. A mail whose key is known is left out. */
  add(entry: OutboxEntry): TransactItem
}

/**
 * Several processes may relay from one table. A mail is claimed by a lease on its item. Events are claimed part by
 * part, by a lease on the first event of the part: while it holds, the events behind it are not given out either.
 */
export function createDynamoOutbox(options: DynamoOutboxOptions): DynamoOutbox {
  const { client, table, index, now, seal = NO_SEAL } = options
  const writer = randomUUID()
  const listeners = new Set<Parameters<OutboxStore['onAdded']>[0]>()
  let added = 0
  let firstPart = 0

  const mailsIn = (queue: string, condition = '', values = {}, filter?: string) => ({
    TableName: table,
    IndexName: index,
    KeyConditionExpression: `queue = :queue${condition}`,
    ExpressionAttributeValues: { ':queue': queue, ...values },
    ...(filter !== undefined && { FilterExpression: filter }),
  })

  const eventsIn = (queue: string, limit?: number) => ({
    TableName: table,
    KeyConditionExpression: 'pk = :queue',
    ExpressionAttributeValues: { ':queue': `outbox#${queue}` },
    ...(limit !== undefined && { Limit: limit }),
  })

  /** Null when another process was quicker, or the entry is delivered already: the index lags behind a moment. */
  function lease({ pk, sk }: ItemKey, { now: time, leaseUntil }: Claim) {
    return updateItem<StoredEntry>(client, {
      TableName: table,
      Key: { pk, sk },
      UpdateExpression: 'SET leaseUntil = :until',
      ConditionExpression: `#state = :pending AND ${IS_FREE}`,
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
    const queries = queuesOf('mail').map((queue) =>
      mailsIn(queue, ' AND due < :end', { ':end': `${time}~`, ':now': time }, IS_FREE),
    )
    const found = await Promise.all(
      queries.map((query) => queryItems<IndexedMail>(client, query, { most: claim.limit })),
    )
    const due = found.flat().toSorted(byDue).slice(0, claim.limit)
    const leased = await Promise.all(due.map((mail) => lease(mail, claim)))
    return leased.filter((mail) => mail !== null)
  }

  async function claimEvents(claim: Claim) {
    const claimed: StoredEntry[] = []
    firstPart += 1
    for (const [step] of queuesOf('events').entries()) {
      const queue = queueOf('events', firstPart + step)
      const most = claim.limit - claimed.length
      const events = most > 0 ? await queryItems<StoredEntry>(client, eventsIn(queue, most), { most }) : []
      // Another process may have put an event before the leased one: clocks differ a little.
      const isLeased = events.some(({ leaseUntil = '' }) => leaseUntil > claim.now.toISOString())
      if (events[0] && !isLeased && (await lease(events[0], claim))) claimed.push(...events)
    }
    return claimed
  }

  async function settle({ id }: ClaimedEntry, change: string, values: Item, condition = '') {
    await updateItem(client, {
      TableName: table,
      Key: keyOf(id),
      UpdateExpression: change,
      ConditionExpression: `attribute_exists(pk)${condition}`,
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: values,
    })
  }

  const markDelivered = (mail: ClaimedEntry, at: Date) =>
    settle(mail, 'SET #state = :delivered, doneAt = :at REMOVE queue, due, leaseUntil, payload', {
      ':delivered': 'delivered',
      ':at': at.toISOString(),
    })

  return {
    add(entry) {
      const time = now().toISOString()
      added += 1
      for (const listener of listeners) listener(entry.topic)
      const stored = { ...entry, payload: seal.seal(entry.payload, entry.key), failures: 0, addedAt: time }
      const Item = pendingItem(stored, { dueAt: time, order: added, writer })
      const isMail = entry.topic === 'mail'
      return {
        name: entry.topic,
        ...(isMail && { optional: true }),
        write: {
          Put: {
            TableName: table,
            Item,
            ...(isMail && { ConditionExpression: 'attribute_not_exists(pk)' }),
          },
        },
      }
    },
    async claim(claim) {
      const claimed = claim.topic === 'mail' ? await claimMails(claim) : await claimEvents(claim)
      return claimed.map(({ pk, sk, topic, kind, key, failures, addedAt, payload }) => ({
        id: `${sk} ${pk}`,
        topic,
        kind,
        key,
        failures,
        addedAt: new Date(addedAt),
        payload: seal.open(payload, key),
      }))
    },
    async complete(entries, at) {
      const [mails, events] = [entries.filter(isMail), entries.filter((entry) => !isMail(entry))]
      await Promise.all(mails.map((mail) => markDelivered(mail, at)))
      // The first goes last: its lease covers the others until they are gone.
      const deletions = events.toReversed().map(({ id }) => ({ delete: keyOf(id) }))
      await writeItems(client, table, deletions)
    },
    retry: (entry, retryAt) =>
      settle(
        entry,
        'SET due = :due, failures = failures + :one REMOVE leaseUntil',
        { ':due': dueKey(retryAt.toISOString(), 0), ':one': 1, ':pending': 'pending' },
        IS_PENDING,
      ),
    async release(entries) {
      // Of the events in a part, the first has the lease.
      const leased = new Map(entries.toReversed().map((entry) => [keyOf(entry.id).pk, entry]))
      const releases = Array.from(leased.values(), (entry) =>
        settle(entry, 'REMOVE leaseUntil', { ':pending': 'pending' }, IS_PENDING),
      )
      await Promise.all(releases)
    },
    giveUp: (entry, at) =>
      settle(
        entry,
        'SET #state = :givenUp, doneAt = :at REMOVE queue, due, leaseUntil',
        { ':givenUp': 'given up', ':at': at.toISOString(), ':pending': 'pending' },
        IS_PENDING,
      ),
    async backlog(topic) {
      const queries = queuesOf(topic).map((queue) => (topic === 'mail' ? mailsIn(queue) : eventsIn(queue)))
      const found = await Promise.all(queries.map((query) => queryItems<PendingKey>(client, query)))
      const times = found.flat().map(({ due, sk }) => (due ?? sk).slice(0, TIME_LENGTH))
      const [nextDue] = times.toSorted()
      return { pending: times.length, nextDue: nextDue === undefined ? null : new Date(nextDue) }
    },
    onAdded(listener) {
      listeners.add(listener)
    },
  }
}

const IS_FREE = '(attribute_not_exists(leaseUntil) OR leaseUntil <= :now)'
const IS_PENDING = ' AND #state = :pending'

type ItemKey = { pk: string; sk: string }
type IndexedMail = ItemKey & { due: string }
type PendingKey = ItemKey & { due?: string }
type StoredEntry = ItemKey & Omit<ClaimedEntry, 'id' | 'addedAt'> & { addedAt: string; leaseUntil?: string }

type EntryFields = Omit<OutboxEntry, 'payload'> & {
  payload: string | null
  failures: number
  addedAt: string
}

/** `order` tells apart the entries that one writer adds at the same time. */
type Place = { dueAt: string; order: number; writer: string }

/** The item of a pending entry. */
export function pendingItem({ group, ...entry }: EntryFields, { dueAt, order, writer }: Place): Item {
  const fields = { ...entry, state: 'pending' }
  const due = dueKey(dueAt, order)
  if (entry.topic === 'mail') return { ...mailKey(entry.key), ...fields, queue: queueOf('mail', order), due }
  const queue = queueOf('events', hash('sha1', group ?? '', 'buffer').readUInt32BE())
  return { pk: `outbox#${queue}`, sk: `${due}#${writer}`, ...fields }
}

/** The item of a mail that was delivered, whose payload is null, or given up. */
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

function queueOf(topic: TopicName, number: number) {
  return `${topic}#${number % QUEUE_PARTS}`
}

function queuesOf(topic: TopicName) {
  return Array.from({ length: QUEUE_PARTS }, (_, part) => queueOf(topic, part))
}

function dueKey(time: string, order: number) {
  return `${time}#${String(order).padStart(9, '0')}`
}

function byDue(a: IndexedMail, b: IndexedMail) {
  return a.due < b.due ? -1 : 1
}

function isMail({ topic }: ClaimedEntry) {
  return topic === 'mail'
}
