import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Item } from '@nashta/dynamodb/read-items'
import { shardOf } from '@nashta/dynamodb/shard-of'
import { type ClaimedEntry, type OutboxEntry, SETTLED_LIFETIME_MS, type TopicName } from './outbox.ts'

/**
 * DynamoDB takes a thousand writes a second for each partition key, so each topic is spread over
 * many queues. A shard is the number of a queue.
 */
export const QUEUES_PER_TOPIC = 64

const ISO_TIME_LENGTH = new Date(0).toISOString().length

/** A condition for DynamoDB. `#state` stands for `state`, which is a reserved word of DynamoDB. */
export const IS_PENDING = '#state = :pending'

export type ItemKey = { pk: string; sk: string }

/** An item as it is read from the table. */
export type StoredEntry = ItemKey &
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
 * `sequence` sorts the entries that one process adds at the same time. `mailShard` is only for
 * mails. If it is undefined, `sequence` selects the shard of the mail.
 */
type QueuePosition = { dueAt: string; sequence: number; processId: string; mailShard?: number }

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
  return { pk: eventsKey(queue), sk: `${due}#${processId}`, ...fields }
}

/** The item of a mail that was given up or delivered. */
export function settledItem({ payload, ...mail }: EntryFields, state: string, doneAt: string): Item {
  const expiresAt = settledExpiry(new Date(doneAt))
  return { ...mailItemKey(mail.key), ...mail, ...payloadField(payload), state, doneAt, expiresAt }
}

/** The time in seconds at which DynamoDB deletes an entry that was settled at the time `at`. */
export function settledExpiry(at: Date) {
  return Math.floor((at.getTime() + SETTLED_LIFETIME_MS) / 1000)
}

/**
 * The compressed attribute `payload`; false when there is no payload. DynamoDB charges by the
 * kilobyte, and compression reduces a typical mail about an order from two kilobytes to one.
 */
function payloadField(payload: string | null) {
  return payload !== null && { payload: deflateRawSync(payload) }
}

export function payloadText({ payload }: StoredEntry) {
  return inflateRawSync(payload).toString()
}

export function mailItemKey(key: string): ItemKey {
  return { pk: `outbox#mail#${key}`, sk: 'entry' }
}

/** The partition key of the events of a queue. */
export function eventsKey(queue: string) {
  return `outbox#${queue}`
}

/** The id of a claimed entry. The sort key has no space, so `parseId` can split at the first space. */
export function idOf({ pk, sk }: ItemKey) {
  return `${sk} ${pk}`
}

/** The key of the item, from the id of a claimed entry. */
export function parseId(id: string): ItemKey {
  const end = id.indexOf(' ')
  return { pk: id.slice(end + 1), sk: id.slice(0, end) }
}

/** For example `mail#3`. */
export function queueOf(topic: TopicName, shard: number) {
  return `${topic}#${shard}`
}

export function queuesOf(topic: TopicName) {
  return Array.from({ length: QUEUES_PER_TOPIC }, (_, shard) => queueOf(topic, shard))
}

/** The number at the end of `queue` for a mail, and at the end of `pk` for an event. */
export function shardOfItem({ queue, pk }: Item) {
  const name = typeof queue === 'string' ? queue : String(pk)
  return Number(name.slice(name.lastIndexOf('#') + 1))
}

/** For example `2026-01-01T00:00:00.000Z#000000042`: sorts by time, then by sequence number. */
export function dueKey(time: string, sequence: number) {
  return `${time}#${String(sequence).padStart(9, '0')}`
}

/** The time of a due key. The sort key of an event begins with its due key. */
export function dueTime(key: string) {
  return key.slice(0, ISO_TIME_LENGTH)
}
