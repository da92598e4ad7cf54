import type { TicketList } from '@nashta/contracts/tickets/ticket'
import { countItems, type Item, type Key, queryItems, readItem, readItems } from '@nashta/dynamodb/read-items'
import { transact, type TransactItem, TransactionRefused } from '@nashta/dynamodb/transact'
import { writeItems } from '@nashta/dynamodb/write-item'
import type { DynamoOutbox } from '@nashta/outbox/dynamodb-outbox'
import type { TicketStore } from '../../tickets/ticket-store.ts'
import { placeOf, type TicketRecord } from '../../tickets/ticket.ts'
import { BY_DUE, type ShopTables, toEpochSeconds } from './tables.ts'
import { withRetries } from './with-retries.ts'

/** The queue of the index `byDue` with the tickets of each list. */
const QUEUES: Record<TicketList, string> = { due: 'tickets-due', closed: 'tickets-closed' }

/** Mail times are stored for a day after the last mail. Limits count only the mails of an hour. */
const MAIL_TIMES_LIFETIME_MS = 24 * 60 * 60 * 1000

/**
 * `record` is the ticket as JSON. A write is refused when the JSON has changed since it was read.
 */
type StoredTicket = { record: string }
type TicketKey = { pk: string; sk: string }

/**
 * When the shop sent mails about new tickets to one e-mail address. `version` counts the writes.
 */
type MailTimes = { mailedAt: string[]; version: number }

export type DynamoTicketStoreDeps = ShopTables & { mails: Pick<DynamoOutbox, 'entryWrite'> }

export function createDynamoTicketStore({ client, tables, mails }: DynamoTicketStoreDeps): TicketStore {
  // The purchases table also holds tickets: docs/decisions/014-dynamodb-tables.md.
  const table = tables.purchases

  async function findTicket(number: string): Promise<TicketRecord | null> {
    const stored = await readItem<StoredTicket>(client, table, ticketKey(number))
    return stored && JSON.parse(stored.record)
  }

  /** The numbers of the tickets that were made with the address. */
  async function numbersOf(email: string) {
    const found = await queryItems<{ sk: string }>(client, {
      TableName: table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': addressPk(email) },
      // An erasure must find a ticket that was made a moment ago.
      ConsistentRead: true,
    })
    return found.map(({ sk }) => sk)
  }

  /** The tickets with these keys, in the same order. */
  async function readTickets(keys: readonly TicketKey[]): Promise<TicketRecord[]> {
    // DynamoDB refuses to read a key twice.
    const uniqueKeys = [...new Map(keys.map(({ pk, sk }) => [pk, { pk, sk }])).values()]
    const wanted = uniqueKeys.map((key) => ({ table, key }))
    const found = (await readItems<StoredTicket & { pk: string }>(client, wanted)).get(table) ?? []
    const records = new Map(found.map(({ pk, record }) => [pk, record]))
    return uniqueKeys.flatMap(({ pk }) => {
      const record = records.get(pk)
      return record === undefined ? [] : [JSON.parse(record) as TicketRecord]
    })
  }

  function put(name: string, Item: Item, condition: object): TransactItem {
    return { name, write: { Put: { TableName: table, Item, ...condition } } }
  }

  function deletion(name: string, Key: Key): TransactItem {
    return { name, write: { Delete: { TableName: table, Key } } }
  }

  /** Stores the ticket that `erase` returns. The result is 'unchanged' if `erase` returned the same ticket. */
  const eraseTicket = (number: string, email: string, erase: (ticket: TicketRecord) => TicketRecord) =>
    withRetries(async (): Promise<'missing' | 'unchanged' | 'erased'> => {
      const before = await findTicket(number)
      if (!before) return 'missing'
      const after = erase(before)
      if (after === before) return 'unchanged'
      await transact(client, [
        put('ticket', ticketItem(after), unchangedSince(before)),
        deletion('token', tokenKey(before.tokenHash)),
        deletion('address', addressKey(email, number)),
      ])
      return 'erased'
    })

  const queueQuery = (list: TicketList) => ({
    TableName: table,
    IndexName: BY_DUE,
    KeyConditionExpression: 'queue = :queue',
    ExpressionAttributeValues: { ':queue': QUEUES[list] },
  })

  return {
    create: ({ ticket, mail, mailLimit: { max, since } }) =>
      withRetries(async () => {
        const before = await readItem<MailTimes>(client, table, mailTimesKey(ticket.email))
        const recent = (before?.mailedAt ?? []).filter((time) => time > since.toISOString())
        const mailTimes = mailTimesItem(ticket, recent, before)
        const mailWrites =
          mail && recent.length < max
            ? [put('mail times', mailTimes, mailTimesUnchangedSince(before)), mails.entryWrite(mail)]
            : []
        try {
          await transact(client, [
            put('ticket', ticketItem(ticket), IS_NEW),
            put('token', tokenItem(ticket), IS_NEW),
            put('address', addressItem(ticket), IS_NEW),
            ...mailWrites,
          ])
          return true
        } catch (error) {
          const isNumberTaken = error instanceof TransactionRefused && error.refused.has('ticket')
          if (isNumberTaken) return false
          throw error
        }
      }),

    find: findTicket,

    async findByTokenHash(tokenHash) {
      const token = await readItem<{ number: string }>(client, table, tokenKey(tokenHash))
      return token && findTicket(token.number)
    },

    change: (number, apply, mailAbout) =>
      withRetries(async () => {
        const before = await findTicket(number)
        if (!before) return null
        const after = apply(before)
        if (after === before) return before
        const mail = mailAbout?.(after)
        await transact(client, [
          put('ticket', ticketItem(after), unchangedSince(before)),
          ...(mail ? [mails.entryWrite(mail)] : []),
        ])
        return after
      }),

    async listOf(email) {
      const found = await Promise.all((await numbersOf(email)).map(findTicket))
      return found.filter((ticket) => ticket !== null)
    },

    async eraseOf(email, erase) {
      let keepsTicket = false
      for (const number of await numbersOf(email)) {
        const result = await eraseTicket(number, email, erase)
        if (result === 'unchanged') keepsTicket = true
      }
      // The mail times contain the address, so they are deleted when no ticket of the address is
      // left. While a ticket is left, the mail about that ticket still counts for the limit.
      if (!keepsTicket) await writeItems(client, table, [{ delete: mailTimesKey(email) }])
    },

    async list(list, { limit, after }) {
      const query = queueQuery(list)
      const isRising = list === 'due'
      const page =
        after === undefined
          ? query
          : {
              ...query,
              KeyConditionExpression: `${query.KeyConditionExpression} AND due ${isRising ? '>' : '<'} :after`,
              ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':after': after },
            }
      return readTickets(
        await queryItems<TicketKey>(
          client,
          { ...page, ScanIndexForward: isRising, Limit: limit },
          { maxItems: limit },
        ),
      )
    },

    countNotClosed: () => countItems(client, queueQuery('due')),
  }
}

const IS_NEW = { ConditionExpression: 'attribute_not_exists(pk)' }

/** The condition that the ticket has not changed since it was read. */
function unchangedSince(ticket: TicketRecord) {
  return {
    ConditionExpression: '#record = :seen',
    ExpressionAttributeNames: { '#record': 'record' },
    ExpressionAttributeValues: { ':seen': JSON.stringify(ticket) },
  }
}

/** The condition that the mail times have not changed since they were read. */
function mailTimesUnchangedSince(before: MailTimes | null) {
  return before
    ? { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ':version': before.version } }
    : IS_NEW
}

function ticketKey(number: string) {
  return { pk: `ticket#${number}`, sk: 'ticket' }
}

function tokenKey(tokenHash: string) {
  return { pk: `ticket-token#${tokenHash}`, sk: 'token' }
}

function addressPk(email: string) {
  return `ticket-address#${email}`
}

function addressKey(email: string, number: string) {
  return { pk: addressPk(email), sk: number }
}

function mailTimesKey(email: string) {
  return { pk: `ticket-mails#${email}`, sk: 'mails' }
}

export function ticketItem(ticket: TicketRecord): Item {
  const { list, place } = placeOf(ticket)
  return {
    ...ticketKey(ticket.number),
    record: JSON.stringify(ticket),
    // The index sorts the tickets of a queue by `due`.
    queue: QUEUES[list],
    due: place,
  }
}

export function tokenItem({ number, tokenHash }: TicketRecord): Item {
  return { ...tokenKey(tokenHash), number }
}

/** The item by which an export or an erasure finds a ticket of an e-mail address. */
export function addressItem({ email, number }: TicketRecord): Item {
  return addressKey(email, number)
}

/**
 * The mail times with the mail about this ticket added. `recent` has the earlier times that still
 * count.
 */
function mailTimesItem(
  { email, createdAt }: TicketRecord,
  recent: readonly string[],
  before: MailTimes | null,
): Item {
  return {
    ...mailTimesKey(email),
    mailedAt: [...recent, createdAt],
    version: (before?.version ?? 0) + 1,
    expiresAt: toEpochSeconds(new Date(Date.parse(createdAt) + MAIL_TIMES_LIFETIME_MS)),
  }
}
