import { type Item, queryItems } from '@nashta/dynamodb/read-items'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import type { LogEntry, LogFilter, OperatorLog, StoredLogEntry } from '../../operator-log/operator-log.ts'
import type { ShopTables } from './tables.ts'

/** The changes are JSON text, because DynamoDB does not keep the order of fields. */
type LogItem = Omit<LogEntry, 'changes'> & { pk: string; sk: string; changes: string }

/**
 * An entry is stored as four items: in the list of all entries, and in the lists of its kind, its
 * subject and its operator.
 *
 * `number` orders the entries of one millisecond. Two processes may use the same number, so `id`
 * makes the sort key unique.
 */
export function logItems(entry: LogEntry, id: string, number: number): Item[] {
  const { at, by, kind, subject, action, changes } = entry
  const sk = `${at}#${String(number).padStart(12, '0')}#${id}`
  const lists: LogFilter[] = [{}, { kind }, { kind, subject }, { by: by.sub }]
  return lists.map((list) => ({
    pk: listPk(list),
    sk,
    at,
    by,
    kind,
    subject,
    action,
    changes: JSON.stringify(changes),
  }))
}

/** The number of entries that this process has written. */
let entryCount = 0

/** The writes of an entry, for the transaction of its change. */
export function logWrites(table: string, entry: LogEntry, id: string): TransactItem[] {
  entryCount += 1
  return logItems(entry, id, entryCount).map((Item) => ({
    name: 'log',
    write: { Put: { TableName: table, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
  }))
}

export function createDynamoOperatorLog({
  client,
  tables,
  newId,
}: ShopTables & { newId: () => string }): OperatorLog {
  return {
    async append(entry) {
      await transact(client, logWrites(tables.purchases, entry, newId()))
    },
    async list(filter, { limit, after }) {
      // A sort key begins with the time of the entry. `0` sorts before every time, `~` after every
      // time.
      const { kind, by, from = '0', until = '~' } = filter
      // Newer entries come first, so the entries of this page have lower sort keys than `end`:
      // - `after` is the sort key of the last entry of the previous page.
      // - `until` is a time. The sort key of an entry at that time is longer, so it is higher.
      const end = after !== undefined && after < until ? after : until
      if (from > end) return []
      // The list of a kind or of a subject has the entries of all operators.
      const mustFilterByOperator = by !== undefined && kind !== undefined
      const items = await queryItems<LogItem>(
        client,
        {
          TableName: tables.purchases,
          KeyConditionExpression: 'pk = :list AND sk BETWEEN :from AND :end',
          ExpressionAttributeValues: {
            ':list': listPk(filter),
            ':from': from,
            ':end': end,
            ...(mustFilterByOperator && { ':by': by }),
          },
          ...(mustFilterByOperator && {
            FilterExpression: '#by.#sub = :by',
            ExpressionAttributeNames: { '#by': 'by', '#sub': 'sub' },
          }),
          ScanIndexForward: false,
          ConsistentRead: true,
        },
        // `BETWEEN` includes the entry `after`, which belongs to the previous page, so one more
        // entry is read.
        { maxItems: limit + 1 },
      )
      return items
        .filter(({ sk }) => sk !== after)
        .slice(0, limit)
        .map(toLogEntry)
    },
  }
}

function toLogEntry({ pk: _list, sk, changes, ...entry }: LogItem): StoredLogEntry {
  return { ...entry, id: sk, changes: JSON.parse(changes) }
}

/**
 * The partition key of the list that a filter reads. A filter by kind reads the entries of all
 * operators, even if the filter names an operator.
 */
function listPk({ kind, subject, by }: LogFilter) {
  if (kind === undefined) return by === undefined ? 'log#all' : `log#by#${by}`
  return subject === undefined ? `log#kind#${kind}` : `log#subject#${kind}#${subject}`
}
