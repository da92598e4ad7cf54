import { type Item, queryItems } from '@nashta/dynamodb/read-items'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import type { LogEntry, LogFilter, OperatorLog, StoredLogEntry } from '../../operator-log/operator-log.ts'
import type { ShopTables } from './tables.ts'

/** The changes are JSON text, because DynamoDB does not keep the order of fields. */
type LogItem = Omit<LogEntry, 'changes'> & { pk: string; sk: string; changes: string }

/**
 * An entry is stored in four lists, one for each kind of filter: all entries, those of a kind, of a
 * subject and of an operator. `number` orders the entries of one millisecond. Two processes may use
 * the same number, so `id` makes the key unique.
 */
export function logItems(entry: LogEntry, id: string, number: number): Item[] {
  const { at, by, kind, subject, action, changes } = entry
  const sk = `${at}#${String(number).padStart(12, '0')}#${id}`
  return [{}, { kind }, { kind, subject }, { by: by.sub }].map((list) => ({
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

/** Counts the entries of this process. */
let entryCount = 0

/** The writes of an entry, for the transaction of its change. Refused if the entry exists. */
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
      // A sort key begins with a year: `0` sorts before it, and `~` after it.
      const { kind, by, from = '0', until = '~' } = filter
      // The list is newest first, so the entries after the entry `after` have lower sort keys.
      const highest = after !== undefined && after < until ? after : until
      if (from > highest) return []
      // The list of a kind or of a subject also has the entries of other operators.
      const mustFilterByOperator = by !== undefined && kind !== undefined
      const items = await queryItems<LogItem>(
        client,
        {
          TableName: tables.purchases,
          KeyConditionExpression: 'pk = :list AND sk BETWEEN :from AND :highest',
          ExpressionAttributeValues: {
            ':list': listPk(filter),
            ':from': from,
            ':highest': highest,
            ...(mustFilterByOperator && { ':by': by }),
          },
          ...(mustFilterByOperator && {
            FilterExpression: '#by.#sub = :by',
            ExpressionAttributeNames: { '#by': 'by', '#sub': 'sub' },
          }),
          ScanIndexForward: false,
          ConsistentRead: true,
        },
        // One more, because the result may have the entry `after`, which is left out below.
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
 * The partition key of a list that has all entries that match the filter. A list of a kind or of a
 * subject has the entries of all operators, even if the filter names one.
 */
function listPk({ kind, subject, by }: LogFilter) {
  if (kind !== undefined && subject !== undefined) return `log#subject#${kind}#${subject}`
  if (by !== undefined && kind === undefined) return `log#by#${by}`
  return kind === undefined ? 'log#all' : `log#kind#${kind}`
}
