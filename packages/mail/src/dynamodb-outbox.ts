import type { Dynamo } from '@nashta/dynamodb/create-client'
import { type Item, queryItems } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { updateItem } from '@nashta/dynamodb/write-item'
import { keepLetter, type KeptLetter } from './letters.ts'
import { type MailSeal, NO_SEAL } from './mail-seal.ts'
import { assertSafeAddress, messageIdOf } from './mail.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import type { ClaimedMail, OutboxStore } from './outbox-store.ts'

/** Waiting mails are spread over this many keys of the index: each takes a thousand writes a second. */
const QUEUES = Array.from({ length: 4 }, (_, part) => `mail#${part}`)

const TIME_LENGTH = new Date(0).toISOString().length

export type DynamoOutboxOptions = {
  client: Dynamo
  /** Its keys are `pk` and `sk`. */
  table: string
  /** Its keys are `queue` and `due`, and it has `leaseUntil`. */
  index: string
  now: () => Date
  seal?: MailSeal
}

export type DynamoOutbox = OutboxStore & {
  /**
   * To be written in the transaction of what it announces: kept or lost together. An entry whose `dedupKey` is
   * known is left out.
   */
  add(entry: OutboxEntry): TransactItem
}

/** Many processes relay: a claim is a lease that is written into the mail itself. */
export function createDynamoOutbox(options: DynamoOutboxOptions): DynamoOutbox {
  const { client, table, index, now, seal = NO_SEAL } = options
  const listeners = new Set<() => void>()
  let added = 0

  const waitingIn = (queue: string, condition = '', values = {}, filter?: string) => ({
    TableName: table,
    IndexName: index,
    KeyConditionExpression: `queue = :queue${condition}`,
    ExpressionAttributeValues: { ':queue': queue, ...values },
    ...(filter !== undefined && { FilterExpression: filter }),
  })

  async function due(limit: number, at: Date) {
    const queries = QUEUES.map((queue) =>
      waitingIn(
        queue,
        ' AND due < :end',
        { ':end': `${at.toISOString()}~`, ':now': at.toISOString() },
        IS_FREE,
      ),
    )
    const found = await Promise.all(queries.map((query) => queryItems(client, query, { most: limit })))
    return found.flat().toSorted(byDue).slice(0, limit)
  }

  /** Null when somebody else was quicker, or it is sent already: the index lags a moment behind. */
  async function lease({ pk, sk }: Item, at: Date, leaseUntil: Date) {
    return updateItem(client, {
      TableName: table,
      Key: { pk, sk },
      UpdateExpression: 'SET leaseUntil = :until',
      ConditionExpression: `#state = :waiting AND ${IS_FREE}`,
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':until': leaseUntil.toISOString(),
        ':now': at.toISOString(),
        ':waiting': 'waiting',
      },
    })
  }

  async function settle(id: string, change: string, values: Item, condition = '') {
    await updateItem(client, {
      TableName: table,
      Key: keyOf(id),
      UpdateExpression: change,
      ConditionExpression: `attribute_exists(pk)${condition}`,
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: values,
    })
  }

  return {
    add({ dedupKey, to, letter }) {
      assertSafeAddress(to)
      const time = now()
      added += 1
      for (const listener of listeners) listener()
      return {
        name: 'mail',
        optional: true,
        write: {
          Put: {
            TableName: table,
            Item: waitingMail(
              {
                dedupKey,
                kind: letter.kind,
                failures: 0,
                addedAt: time.toISOString(),
                recipient: to,
                content: seal.seal(keepLetter(letter).data, dedupKey),
              },
              time.toISOString(),
              added,
            ),
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
      }
    },
    async claim({ limit, now: at, leaseUntil }) {
      const found = await due(limit, at)
      const leased = await Promise.all(found.map((item) => lease(item, at, leaseUntil)))
      return leased.flatMap((item) => (item ? [toClaimed(item, seal)] : []))
    },
    markSent: (id, at) =>
      settle(id, 'SET #state = :sent, doneAt = :at REMOVE queue, due, leaseUntil, recipient, content', {
        ':sent': 'sent',
        ':at': at.toISOString(),
      }),
    markFailed: (id, nextTry) =>
      settle(
        id,
        'SET due = :due, failures = failures + :one REMOVE leaseUntil',
        { ':due': dueAt(nextTry.toISOString()), ':one': 1, ':waiting': 'waiting' },
        IS_WAITING,
      ),
    giveUp: (id, at) =>
      settle(
        id,
        'SET #state = :givenUp, doneAt = :at REMOVE queue, due, leaseUntil',
        { ':givenUp': 'given up', ':at': at.toISOString(), ':waiting': 'waiting' },
        IS_WAITING,
      ),
    async backlog() {
      const queued = await Promise.all(QUEUES.map((queue) => queryItems(client, waitingIn(queue))))
      const waiting = queued.flat().toSorted(byDue)
      const first = waiting[0]
      return {
        waiting: waiting.length,
        nextDue: first ? new Date(String(first['due']).slice(0, TIME_LENGTH)) : null,
      }
    },
    onAdded(listener) {
      listeners.add(listener)
    },
  }
}

const IS_FREE = '(attribute_not_exists(leaseUntil) OR leaseUntil <= :now)'
const IS_WAITING = ' AND #state = :waiting'

function keyOf(dedupKey: string) {
  return { pk: `mail#${dedupKey}`, sk: 'mail' }
}

/** Those of one process that fall due together keep their order. */
function dueAt(time: string, order = 0) {
  return `${time}#${String(order).padStart(9, '0')}`
}

/** As a mail is kept until it is sent; `order` is among those that are due at the same time. */
export function waitingMail(mail: MailItem, time: string, order: number): Item {
  return {
    ...keyOf(mail.dedupKey),
    ...mail,
    state: 'waiting',
    queue: QUEUES[order % QUEUES.length],
    due: dueAt(time, order),
  }
}

/** As it is kept afterwards. */
export function doneMail(
  mail: Partial<MailItem> & { dedupKey: string },
  state: string,
  doneAt: string,
): Item {
  return { ...keyOf(mail.dedupKey), ...mail, state, doneAt }
}

function byDue(a: Item, b: Item) {
  return String(a['due']) < String(b['due']) ? -1 : 1
}

export type MailItem = Record<'dedupKey' | 'addedAt' | 'recipient' | 'content', string> & {
  kind: KeptLetter['kind']
  failures: number
}

function toClaimed(item: Item, { open }: MailSeal): ClaimedMail {
  const { dedupKey, kind, failures, addedAt, recipient, content } = item as unknown as MailItem
  return {
    id: dedupKey,
    to: recipient,
    letter: { kind, data: open(content, dedupKey) },
    messageId: messageIdOf(dedupKey),
    addedAt: new Date(addedAt),
    failures,
  }
}
