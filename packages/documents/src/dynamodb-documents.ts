import type { Dynamo } from '@nashta/dynamodb/create-client'
import { countItems, type Item, queryItems, readItem, readItems } from '@nashta/dynamodb/read-items'
import { backOff, TooManyConflicts } from '@nashta/dynamodb/retry'
import { transact, type TransactItem, TransactionRefused } from '@nashta/dynamodb/transact'
import { writeItems } from '@nashta/dynamodb/write-item'
import type { DynamoOutbox } from '@nashta/outbox/dynamodb-outbox'
import { tooBusy } from '@nashta/service-kit/too-busy'
import {
  Conflict,
  type Document,
  type DocumentKey,
  type Documents,
  type DocumentWrite,
  type NewDocument,
  type Range,
  retryConflicts,
  type Seen,
  versionAfter,
} from './documents.ts'

/** All retries together take about five seconds. */
const CONFLICT_RETRIES = 25

export type DynamoDocumentsDeps = {
  client: Dynamo
  table: string
  /** The index of the table with the keys `queue` and `due`. */
  index: string
  /** Must write to the same table. Without an outbox, outbox entries are dropped. */
  outbox?: Pick<DynamoOutbox, 'entryWrite'>
}

export function createDynamoDocuments({ client, table, index, outbox }: DynamoDocumentsDeps): Documents {
  return {
    async get<Body>(key: DocumentKey) {
      const item = await readItem<DocumentItem>(client, table, key)
      return item && toDocument<Body>(item)
    },

    async listByKey<Body>(pk: string, range: Range = {}) {
      if (isEmpty(range)) return []
      const query = { ...rangeQuery(BY_KEY, pk, range), TableName: table, ConsistentRead: true }
      const found = await queryItems<DocumentItem>(client, query, maxItemsOf(range))
      return withinRange(found, 'sk', range).map((item) => toDocument<Body>(item))
    },

    async listByPlace<Body>(list: string, range: Range = {}) {
      if (isEmpty(range)) return []
      const query = { ...rangeQuery(BY_PLACE, list, range), TableName: table, IndexName: index }
      const entries = await queryItems<IndexEntry>(client, query, maxItemsOf(range))
      const keys = withinRange(entries, 'due', range)
      // The index may list a document twice while the document moves. DynamoDB refuses to read a
      // key twice.
      const uniqueKeys = [...new Map(keys.map(({ pk, sk }) => [`${pk} ${sk}`, { pk, sk }])).values()]
      const wanted = uniqueKeys.map((key) => ({ table, key }))
      const items = (await readItems<DocumentItem>(client, wanted)).get(table) ?? []
      const found = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]))
      return uniqueKeys.flatMap(({ pk, sk }) => {
        const item = found.get(`${pk} ${sk}`)
        return item ? [toDocument<Body>(item)] : []
      })
    },

    count: (list) =>
      countItems(client, { ...rangeQuery(BY_PLACE, list, {}), TableName: table, IndexName: index }),

    async commit(writes, entries = []) {
      const mails = outbox ? entries.map((entry) => outbox.entryWrite(entry)) : []
      try {
        // A single put is sent as a transaction too, because DynamoDB runs a repeated transaction
        // once. The SDK repeats a request whose response was lost. A repeated plain put would be
        // refused: the first put has changed the item.
        await transact(client, [...documentWrites(table, writes), ...mails])
      } catch (error) {
        if (error instanceof TransactionRefused) throw new Conflict({ cause: error })
        throw error instanceof TooManyConflicts ? tooBusy(error) : error
      }
    },

    retryConflicts: (work) => retryConflicts(work, { retries: CONFLICT_RETRIES, delay: backOff }),

    erase: (keys) =>
      writeItems(
        client,
        table,
        distinct(keys).map((key) => ({ delete: key })),
      ),
  }
}

/** DynamoDB refuses a batch that names an item twice. */
function distinct(keys: readonly DocumentKey[]): DocumentKey[] {
  return [...new Map(keys.map((key) => [JSON.stringify([key.pk, key.sk]), key])).values()]
}

type IndexEntry = DocumentKey & { due: string }

/** `record` is the body as JSON text, because DynamoDB does not keep the order of fields. */
type DocumentItem = DocumentKey & { version?: number; record?: string }

/** The attributes of older items that do not belong to the body. */
const OTHER_ATTRIBUTES = new Set(['pk', 'sk', 'version', 'schema', 'queue', 'due', 'expiresAt'])

/** Older items have no version, or have the fields of the body as attributes. */
function toDocument<Body>(item: DocumentItem): Document<Body> {
  const { pk, sk, version = 0, record } = item
  const fields = () => Object.entries(item).filter(([name]) => !OTHER_ATTRIBUTES.has(name))
  const body = record === undefined ? Object.fromEntries(fields()) : JSON.parse(record)
  return { key: { pk, sk }, version, body }
}

export function documentItem({ key, body, place, expiresAt }: NewDocument, version: number): Item {
  return {
    ...key,
    version,
    record: JSON.stringify(body),
    ...(place && { queue: place.list, due: place.place }),
    // DynamoDB's expiry attributes are seconds since 1970.
    ...(expiresAt && { expiresAt: Math.floor(expiresAt.getTime() / 1000) }),
  }
}

/** The writes of documents for the transaction of another adapter. */
export function documentWrites(table: string, writes: readonly DocumentWrite[]): TransactItem[] {
  return writes.map((write) => toTransactItem(table, write))
}

function toTransactItem(table: string, write: DocumentWrite): TransactItem {
  if ('delete' in write) {
    const deletion = { TableName: table, Key: write.delete, ...conditionOf(write.seen) }
    return { name: write.delete.sk, write: { Delete: deletion } }
  }
  const item = documentItem(write.put, versionAfter(write.seen))
  const put = { TableName: table, Item: item, ...conditionOf(write.seen) }
  return { name: write.put.key.sk, write: { Put: put } }
}

/** The condition that the document has not changed since it was seen. */
function conditionOf(seen: Seen | undefined) {
  if (seen === undefined) return {}
  if (seen === null) return { ConditionExpression: 'attribute_not_exists(pk)' }
  // An older item, which has no version yet.
  if (seen.version === 0)
    return { ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(version)' }
  return {
    ConditionExpression: 'version = :seen',
    ExpressionAttributeValues: { ':seen': seen.version },
  }
}

/** DynamoDB refuses `BETWEEN` with bounds in the wrong order. */
function isEmpty({ above, below }: Range) {
  return above !== undefined && below !== undefined && above >= below
}

type SortedBy = { group: string; sorted: string }

const BY_KEY: SortedBy = { group: 'pk', sorted: 'sk' }
const BY_PLACE: SortedBy = { group: 'queue', sorted: 'due' }

/** The query for a range of one partition. */
function rangeQuery({ group, sorted }: SortedBy, value: string, range: Range) {
  const { above, below, limit, isFalling = false } = range
  const condition = rangeCondition(range)
  return {
    KeyConditionExpression: condition === '' ? '#group = :group' : `#group = :group AND ${condition}`,
    ExpressionAttributeNames: { '#group': group, ...(condition !== '' && { '#sorted': sorted }) },
    ExpressionAttributeValues: {
      ':group': value,
      ...(above !== undefined && { ':above': above }),
      ...(below !== undefined && { ':below': below }),
    },
    ScanIndexForward: !isFalling,
    ...(limit !== undefined && { Limit: withBounds(limit) }),
  }
}

function rangeCondition({ above, below }: Range) {
  if (above !== undefined && below !== undefined) return '#sorted BETWEEN :above AND :below'
  if (above !== undefined) return '#sorted > :above'
  return below === undefined ? '' : '#sorted < :below'
}

/** `BETWEEN` includes both bounds, so up to two more items are read. */
function withBounds(limit: number) {
  return limit + 2
}

function maxItemsOf({ limit }: Range) {
  return limit === undefined ? {} : { maxItems: withBounds(limit) }
}

function withinRange<T extends object>(items: readonly T[], sorted: keyof T, { above, below, limit }: Range) {
  return items.filter((item) => item[sorted] !== above && item[sorted] !== below).slice(0, limit)
}
