import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { updateItem, writeItems } from '@nashta/dynamodb/write-item'
import { createClaims } from './dynamodb-claims.ts'
import {
  dueKey,
  idOf,
  IS_PENDING,
  type ItemKey,
  mailItemKey,
  parseId,
  payloadText,
  pendingItem,
  QUEUES_PER_TOPIC,
  settledExpiry,
  shardOfItem,
  type StoredEntry,
} from './dynamodb-outbox-items.ts'
import { createQueues, type QueuesOptions } from './dynamodb-queues.ts'
import { createShardAssignment } from './dynamodb-shards.ts'
import type { ClaimedEntry, OutboxEntry, OutboxStore, TopicName } from './outbox.ts'
import { decryptOrNull, NO_ENCRYPTION, type PayloadCipher } from './payload-cipher.ts'

/** Events that are added outside a transaction within this time are written together. */
const GATHER_MS = 10

/** Mails that are retried at the same time need no order. */
const RETRY_SEQUENCE = 0

export type DynamoOutboxOptions = QueuesOptions & { now: () => Date; cipher?: PayloadCipher }

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

/** Several processes may relay from one table. The queues are divided among them. */
export function createDynamoOutbox(options: DynamoOutboxOptions): DynamoOutbox {
  const { client, table, now, cipher = NO_ENCRYPTION } = options
  const processId = randomUUID()
  const listeners = new Set<Parameters<OutboxStore['onAdded']>[0]>()
  const assignments = { mail: assignShards('mail'), events: assignShards('events') }
  const queues = createQueues(options)
  const claims = createClaims({ client, table, queues, assignments })
  let addedCount = 0
  /** The events that the next write adds together. */
  let gathered: Item[] = []
  let gathering: Promise<void> | undefined

  function assignShards(topic: TopicName) {
    const pk = `relays#${topic}`
    return createShardAssignment({ client, table, pk, processId, shardCount: QUEUES_PER_TOPIC, now })
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
    const item = pendingItem(stored, {
      dueAt: time,
      sequence: addedCount,
      processId,
      ...(entry.topic === 'mail' && { mailShard: assignments.mail.pick(addedCount) }),
    })
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
      const claimed = await claims.claim(claim)
      return claimed.map((entry) => ({
        id: idOf(entry),
        topic: entry.topic,
        kind: entry.kind,
        key: entry.key,
        failures: entry.failures,
        addedAt: new Date(entry.addedAt),
        payload: decryptOrNull(cipher, payloadText(entry), entry.key),
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
    // The relay calls `retry` only for mails. For events that could not be delivered, the relay calls
    // `release`, or `giveUp` if they cannot be decrypted.
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
    async giveUp(entry, at) {
      await updatePending(
        entry,
        'SET #state = :givenUp, doneAt = :at, expiresAt = :expiry REMOVE queue, due, leaseUntil, claimedBy',
        { ':givenUp': 'given up', ':at': at.toISOString(), ':expiry': settledExpiry(at) },
      )
    },
    async eraseMails(keys, at) {
      // A mail that is marked as delivered loses its payload and is not sent.
      await Promise.all(keys.map((key) => markDelivered(mailItemKey(key), at)))
    },
    backlog: (topic) => queues.backlog(topic),
    countMails: (of) => queues.countMails(of),
    onAdded(listener) {
      listeners.add(listener)
    },
  }
}

function isMail({ topic }: ClaimedEntry) {
  return topic === 'mail'
}
