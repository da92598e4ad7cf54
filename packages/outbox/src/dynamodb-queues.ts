import type { Dynamo } from '@nashta/dynamodb/create-client'
import { queryItems } from '@nashta/dynamodb/read-items'
import {
  dueTime,
  eventsKey,
  IS_PENDING,
  type ItemKey,
  mailItemKey,
  queueOf,
  queuesOf,
  type StoredEntry,
} from './dynamodb-outbox-items.ts'
import type { Backlog, Claim, TopicName } from './outbox.ts'

const QUEUES_AT_ONCE = 16

/** A condition for DynamoDB: the entry has no lease, or its lease has ended. */
export const IS_FREE = '(attribute_not_exists(leaseUntil) OR leaseUntil <= :now)'

export type IndexedMail = ItemKey & { due: string }
type PendingKey = ItemKey & { due?: string }

export type QueuesOptions = {
  client: Dynamo
  /** A table with the keys `pk` and `sk`. */
  table: string
  /** An index of the table with the keys `queue` and `due`, and the attribute `leaseUntil`. */
  index: string
}

export type DynamoQueues = ReturnType<typeof createQueues>

/** Reads the queues: those of mails in the index, those of events in the table. */
export function createQueues({ client, table, index }: QueuesOptions) {
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
    // An event that was given up stays in its queue until DynamoDB deletes it.
    FilterExpression: IS_PENDING,
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':queue': eventsKey(queue), ':pending': 'pending' },
    ...(limit !== undefined && { Limit: limit }),
  })

  async function readPending(topic: TopicName) {
    const toQuery = topic === 'mail' ? mailsQuery : eventsQuery
    const queries = queuesOf(topic).map((queue) => toQuery(queue))
    const found = await mapInSlices(queries, (query) => queryItems<PendingKey>(client, query))
    return found.flat()
  }

  return {
    /** The mails that a claim may lease, in the order of their due times. */
    async findDueMails(shards: readonly number[], { now, limit }: Claim): Promise<IndexedMail[]> {
      const time = now.toISOString()
      const pages = await mapInSlices(shards, (shard) =>
        queryItems<IndexedMail>(client, dueMailsQuery(queueOf('mail', shard), time, limit), {
          maxItems: limit,
        }),
      )
      return pages.flat().toSorted(byDue)
    },
    /** The first events of each queue, leased or not. */
    findEvents: (shards: readonly number[], { limit }: Claim): Promise<StoredEntry[][]> =>
      mapInSlices(shards, (shard) =>
        queryItems<StoredEntry>(client, eventsQuery(queueOf('events', shard), limit), { maxItems: limit }),
      ),
    async backlog(topic: TopicName): Promise<Backlog> {
      const times = (await readPending(topic)).map(timeOf)
      const [earliestDue] = times.toSorted()
      return { pending: times.length, earliestDue: earliestDue === undefined ? null : new Date(earliestDue) }
    },
    async countMails({ kind, now }: { kind: string; now: Date }) {
      const mails = await readPending('mail')
      const time = now.toISOString()
      // The key of a mail begins with its kind.
      const { pk: start } = mailItemKey(`${kind}:`)
      return {
        due: mails.filter((mail) => timeOf(mail) <= time).length,
        ofKind: mails.filter(({ pk }) => pk.startsWith(start)).length,
      }
    },
  }
}

/** Like `Promise.all` over the list, but only `QUEUES_AT_ONCE` items at a time. */
async function mapInSlices<T, R>(list: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < list.length; start += QUEUES_AT_ONCE) {
    results.push(...(await Promise.all(list.slice(start, start + QUEUES_AT_ONCE).map(work))))
  }
  return results
}

/** A mail has its due key in `due`, an event in its sort key. */
function timeOf({ due, sk }: PendingKey) {
  return dueTime(due ?? sk)
}

function byDue(a: IndexedMail, b: IndexedMail) {
  return a.due < b.due ? -1 : 1
}
