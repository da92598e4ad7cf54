import type { WireItem } from './item-size.ts'

/** One item that a request reads or writes. */
export type Access = {
  table: string
  kind: 'get' | 'put' | 'update' | 'delete' | 'check'
  /** Contains at least the key attributes. For a put it is the whole item. */
  key: WireItem
  /** The whole item of a put. */
  item?: WireItem
}

export type Body = Record<string, unknown>
type Part = { TableName: string; Key?: WireItem; Item?: WireItem }
type TransactPart = Partial<Record<'Put' | 'Update' | 'Delete' | 'ConditionCheck' | 'Get', Part>>
type BatchWrite = { PutRequest?: { Item: WireItem }; DeleteRequest?: { Key: WireItem } }
/** By table. */
export type BatchWrites = Record<string, BatchWrite[]>
/** By table. */
export type BatchKeys = Record<string, { Keys: WireItem[]; ConsistentRead?: boolean }>

const KINDS = { Put: 'put', Update: 'update', Delete: 'delete', ConditionCheck: 'check', Get: 'get' } as const

function toAccess(kind: Access['kind'], { TableName: table, Key, Item }: Part): Access {
  return Item ? { table, kind, key: Item, item: Item } : { table, kind, key: Key ?? {} }
}

/** The access of a GetItem, PutItem, UpdateItem or DeleteItem request. */
export function singleAccess(operation: string, body: Body): Access {
  const kind = KINDS[operation.replace('Item', '') as keyof typeof KINDS]
  return toAccess(kind, body as Part)
}

/** The accesses of a TransactWriteItems or TransactGetItems request. */
export function transactAccesses(body: Body): Access[] {
  return (body['TransactItems'] as TransactPart[]).map((part) => {
    // A part has one field, which is named after its kind, such as `Put`.
    const [name, fields] = Object.entries(part)[0] ?? []
    return toAccess(KINDS[name as keyof typeof KINDS], fields as Part)
  })
}

export function batchWriteAccess(table: string, { PutRequest, DeleteRequest }: BatchWrite): Access {
  return PutRequest
    ? toAccess('put', { TableName: table, Item: PutRequest.Item })
    : toAccess('delete', { TableName: table, Key: DeleteRequest?.Key ?? {} })
}

/**
 * The value of the partition key in a query, whose condition is for example `pk = :pk`. `hash` is
 * the name of the key's attribute.
 */
export function queriedKey(body: Body, hash: string): string {
  const values = body['ExpressionAttributeValues'] as WireItem
  const names = (body['ExpressionAttributeNames'] ?? {}) as Record<string, string>
  for (const [, name = '', value = ''] of String(body['KeyConditionExpression']).matchAll(
    /(\S+)\s*=\s*(:\w+)/g,
  )) {
    if ((names[name] ?? name) === hash) return String(Object.values(values[value] ?? {})[0])
  }
  return ''
}
