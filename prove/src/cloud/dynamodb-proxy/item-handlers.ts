import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Capacity } from './capacity.ts'
import type { Faults } from './faults.ts'
import type { Forwarder, Reply } from './forwarder.ts'
import { itemSize, readUnits, type WireItem } from './item-size.ts'
import type { Ledger } from './ledger.ts'
import {
  type Access,
  type BatchKeys,
  type BatchWrites,
  batchWriteAccess,
  type Body,
  queriedKey,
  singleAccess,
  transactAccesses,
} from './requests.ts'
import { itemIdOf, keyNamesOf, placeIn, placeOf, type TableShape } from './table-shapes.ts'

const ITEM_BYTES_MAX = 400 * 1024
/** A transaction costs twice as much as its reads or writes alone. */
const TRANSACTION_FACTOR = 2
/** DynamoDB locks the items of a transaction for about this long. */
const LOCK_MS = 10

type ItemHandlersOptions = {
  forwarder: Forwarder
  capacity: Capacity
  ledger: Ledger
  faults: Faults
  random: () => number
}

type Handler = (operation: string, body: Body, headers: IncomingHttpHeaders) => Promise<Reply>

/** Handles the calls that read or write items. The result has a handler for each of these calls. */
export function createItemHandlers(options: ItemHandlersOptions): Record<string, Handler> {
  const { forwarder, capacity, ledger, faults, random } = options
  const { forward, loadShape } = forwarder
  const { isOverLimit, isReadOverLimit, chargeRead, chargeStored, chargeRefused } = capacity
  /** The ids of the items that a transaction has locked. */
  const locked = new Set<string>()

  function throttle(operation: string): Reply {
    ledger.countThrottled(operation)
    return refuse(
      'ProvisionedThroughputExceededException',
      'The level of throughput for the table was exceeded.',
    )
  }

  async function handleItem(operation: string, body: Body, headers: IncomingHttpHeaders): Promise<Reply> {
    const access = singleAccess(operation, body)
    const shape = await loadShape(access.table, headers)
    if (isOverLimit(shape, access) || random() < faults.throttled) return throttle(operation)
    if (access.kind === 'get') {
      const reply = await forward(operation, body, headers)
      const item = reply.body['Item'] as WireItem | undefined
      const units = readUnits(item ? itemSize(item) : 0, body['ConsistentRead'] === true)
      chargeRead(operation, placeOf(shape, access.key), units)
      return reply
    }
    if (locked.has(itemIdOf(shape, access.key))) {
      return refuse('TransactionConflictException', 'Transaction is ongoing for the item')
    }
    if (isTooLarge(access)) return refuseTooLarge()
    // The units depend on the item after the update, so the proxy always asks for it.
    const isUpdate = access.kind === 'update'
    const reply = await forward(operation, isUpdate ? { ...body, ReturnValues: 'ALL_NEW' } : body, headers)
    if (reply.status !== 200) {
      chargeRefused(operation, shape, access)
      return reply
    }
    const after = isUpdate ? (reply.body['Attributes'] as WireItem) : (access.item ?? null)
    chargeStored(operation, shape, access, after)
    if (isUpdate && body['ReturnValues'] !== 'ALL_NEW') delete reply.body['Attributes']
    return reply
  }

  async function transactWrite(operation: string, body: Body, headers: IncomingHttpHeaders): Promise<Reply> {
    const accesses = await Promise.all(
      transactAccesses(body).map(async (access) => ({
        access,
        shape: await loadShape(access.table, headers),
      })),
    )
    const ids = accesses.map(({ access, shape }) => itemIdOf(shape, access.key))
    const isFault = random() < faults.throttled
    const throttled = accesses.map(({ access, shape }) => isFault || isOverLimit(shape, access))
    if (throttled.includes(true)) {
      ledger.countThrottled(operation)
      return cancelTransaction(throttled.map((isOver) => (isOver ? 'ThrottlingError' : 'None')))
    }
    if (ids.some((id) => locked.has(id))) {
      return cancelTransaction(ids.map((id) => (locked.has(id) ? 'TransactionConflict' : 'None')))
    }
    if (accesses.some(({ access }) => isTooLarge(access))) return refuseTooLarge()

    for (const id of ids) locked.add(id)
    const minimumLockTime = sleep(LOCK_MS)
    try {
      const reply = await forward(operation, body, headers)
      for (const { access, shape } of accesses) {
        if (reply.status !== 200) chargeRefused(operation, shape, access, TRANSACTION_FACTOR)
        else {
          const after = await loadItemAfter(access, shape, headers)
          chargeStored(operation, shape, access, after, TRANSACTION_FACTOR)
        }
      }
      return reply
    } finally {
      void minimumLockTime.then(() => ids.forEach((id) => locked.delete(id)))
    }
  }

  /** After an update or a condition check, reads the item: the request has only a part of it. */
  async function loadItemAfter(access: Access, shape: TableShape, headers: IncomingHttpHeaders) {
    if (access.kind !== 'update' && access.kind !== 'check') return access.item ?? null
    const Key = Object.fromEntries(keyNamesOf(shape).map((name) => [name, access.key[name]]))
    const { body } = await forward('GetItem', { TableName: shape.name, Key, ConsistentRead: true }, headers)
    return (body['Item'] as WireItem | undefined) ?? null
  }

  async function transactGet(operation: string, body: Body, headers: IncomingHttpHeaders): Promise<Reply> {
    const reply = await forward(operation, body, headers)
    const found = (reply.body['Responses'] ?? []) as { Item?: WireItem }[]
    for (const [index, access] of transactAccesses(body).entries()) {
      const shape = await loadShape(access.table, headers)
      const item = found[index]?.Item
      const units = readUnits(item ? itemSize(item) : 0, true)
      chargeRead(operation, placeOf(shape, access.key), TRANSACTION_FACTOR * units)
    }
    return reply
  }

  async function batchWrite(operation: string, body: Body, headers: IncomingHttpHeaders): Promise<Reply> {
    const processed: BatchWrites = {}
    const unprocessed: BatchWrites = {}
    const accesses: { access: Access; shape: TableShape }[] = []
    for (const [table, requests] of Object.entries(body['RequestItems'] as BatchWrites)) {
      const shape = await loadShape(table, headers)
      for (const request of requests) {
        const access = batchWriteAccess(table, request)
        if (isTooLarge(access)) return refuseTooLarge()
        const isLeftOut = random() < faults.unprocessed || isOverLimit(shape, access)
        const list = isLeftOut ? unprocessed : processed
        list[table] = [...(list[table] ?? []), request]
        if (!isLeftOut) accesses.push({ access, shape })
      }
    }
    // DynamoDB throttles a batch of which it can process nothing.
    if (accesses.length === 0) return throttle(operation)
    const reply = await forward(operation, { ...body, RequestItems: processed }, headers)
    if (reply.status !== 200) return reply
    for (const { access, shape } of accesses) chargeStored(operation, shape, access, access.item ?? null)
    return { ...reply, body: { ...reply.body, UnprocessedItems: unprocessed } }
  }

  async function batchGet(operation: string, body: Body, headers: IncomingHttpHeaders): Promise<Reply> {
    const processed: BatchKeys = {}
    const unprocessed: BatchKeys = {}
    for (const [table, { Keys, ...rest }] of Object.entries(body['RequestItems'] as BatchKeys)) {
      const shape = await loadShape(table, headers)
      const isLeftOut = (key: WireItem) =>
        random() < faults.unprocessed || isOverLimit(shape, { table, kind: 'get', key })
      const leftOut = new Set(Keys.filter(isLeftOut))
      const others = Keys.filter((key) => !leftOut.has(key))
      if (leftOut.size > 0) unprocessed[table] = { ...rest, Keys: [...leftOut] }
      if (others.length > 0) processed[table] = { ...rest, Keys: others }
    }
    // DynamoDB throttles a batch of which it can process nothing.
    if (Object.keys(processed).length === 0) return throttle(operation)
    const reply = await forward(operation, { ...body, RequestItems: processed }, headers)
    if (reply.status !== 200) return reply
    const found = reply.body['Responses'] as Record<string, WireItem[]>
    for (const [table, { Keys, ConsistentRead = false }] of Object.entries(processed)) {
      const shape = await loadShape(table, headers)
      const items = new Map((found[table] ?? []).map((item) => [itemIdOf(shape, item), item]))
      for (const key of Keys) {
        const item = items.get(itemIdOf(shape, key))
        chargeRead(operation, placeOf(shape, key), readUnits(item ? itemSize(item) : 0, ConsistentRead))
      }
    }
    return { ...reply, body: { ...reply.body, UnprocessedKeys: unprocessed } }
  }

  /** The units are those that DynamoDB Local counts: for queries and scans they are right. */
  async function queryOrScan(operation: string, body: Body, headers: IncomingHttpHeaders): Promise<Reply> {
    const shape = await loadShape(String(body['TableName']), headers)
    const index = shape.indexes.find(({ name }) => name === body['IndexName'])
    const table = index ? `${shape.name}/${index.name}` : shape.name
    const isQuery = operation === 'Query'
    const place = placeIn(table, isQuery ? queriedKey(body, index?.hash ?? shape.hash) : '(scan)')
    if (isQuery && (isReadOverLimit(place) || random() < faults.throttled)) return throttle(operation)
    const reply = await forward(operation, { ...body, ReturnConsumedCapacity: 'TOTAL' }, headers)
    const { CapacityUnits = 0 } = (reply.body['ConsumedCapacity'] ?? {}) as { CapacityUnits?: number }
    // A query without results costs half a unit. A scan reads all keys, so its units count for none of them.
    if (isQuery) chargeRead(operation, place, Math.max(0.5, CapacityUnits))
    else ledger.count(operation, place, { write: 0, read: CapacityUnits })
    return reply
  }

  return {
    GetItem: handleItem,
    PutItem: handleItem,
    UpdateItem: handleItem,
    DeleteItem: handleItem,
    TransactWriteItems: transactWrite,
    TransactGetItems: transactGet,
    BatchWriteItem: batchWrite,
    BatchGetItem: batchGet,
    Query: queryOrScan,
    Scan: queryOrScan,
  }
}

function isTooLarge({ item }: Access) {
  return item !== undefined && itemSize(item) > ITEM_BYTES_MAX
}

function refuseTooLarge() {
  return refuse('ValidationException', 'Item size has exceeded the maximum allowed size')
}

function refuse(type: string, message: string, more: Body = {}): Reply {
  return { status: 400, body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message, ...more } }
}

function cancelTransaction(codes: readonly string[]): Reply {
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`
  const CancellationReasons = codes.map((Code) => ({ Code }))
  return refuse('TransactionCanceledException', message, { Message: message, CancellationReasons })
}
