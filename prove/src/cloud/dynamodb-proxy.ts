import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  request as send,
  type ServerResponse,
} from 'node:http'
import { buffer, json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { portOf } from '../proof-context.ts'
import { itemSize, readUnits, type WireItem, writeUnits } from './item-size.ts'
import { createLedger, type Place, READ_UNITS_PER_KEY, WRITE_UNITS_PER_KEY } from './ledger.ts'
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
import {
  indexRowsOf,
  type IndexRow,
  itemIdOf,
  keyNamesOf,
  placeIn,
  placeOf,
  shapeOf,
  type TableDescription,
  type TableShape,
} from './table-shapes.ts'
import { createTokenBuckets } from './token-buckets.ts'

const ITEM_BYTES_MAX = 400 * 1024
/** A transaction costs twice as much as its reads or writes alone. */
const TRANSACTION_FACTOR = 2
/** DynamoDB locks the items of a transaction for about this long. */
const LOCK_MS = 10

export type ProxyOptions = {
  /** The URL of DynamoDB Local. */
  target: string
  /** Multiplies DynamoDB's limits of a partition key, so that a small machine can reach them. */
  limitFactor?: number
  random?: () => number
  now?: () => number
}

/** How often each fault happens, as a share of the requests from 0 to 1. */
type Faults = {
  /** DynamoDB acts, and its response never arrives. */
  lost: number
  /** The response arrives `lateMs` milliseconds later. */
  late: number
  lateMs: number
  /** An item of a batch is returned as unprocessed. This is a share of the items. */
  unprocessed: number
  /**
   * The request is refused as throttled, although its key is below its limit. Batches have
   * `unprocessed` instead. Scans and transactions of reads are never refused.
   */
  throttled: number
}

const NO_FAULTS: Faults = { lost: 0, late: 0, lateMs: 0, unprocessed: 0, throttled: 0 }

type Reply = { status: number; body: Body }
/** The size of a stored item, and its row in each index of its table. */
type ItemState = { bytes: number; rows: readonly (IndexRow | null)[] }
type Handler = (operation: string, body: Body, headers: IncomingHttpHeaders) => Promise<Reply>

export type DynamoProxy = Awaited<ReturnType<typeof startDynamoProxy>>

/**
 * Starts a proxy in front of DynamoDB Local. The proxy adds what only the real DynamoDB does:
 * limits by partition key, conflicts of transactions, batches that are processed in part, and lost
 * responses. It counts the units of items by DynamoDB's published rules, because DynamoDB Local
 * counts those of transactions wrongly.
 */
export async function startDynamoProxy(options: ProxyOptions) {
  const { target, limitFactor = 1, random = Math.random, now = () => performance.now() } = options
  const ledger = createLedger()
  const faults = { ...NO_FAULTS }
  const writes = createTokenBuckets(WRITE_UNITS_PER_KEY * limitFactor, now)
  const reads = createTokenBuckets(READ_UNITS_PER_KEY * limitFactor, now)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const shapes = new Map<string, Promise<TableShape>>()
  /** The last known state of each item, by its id. */
  const lastStates = new Map<string, ItemState>()
  /** The ids of the items that a transaction has locked. */
  const locked = new Set<string>()

  async function forward(operation: string, body: Body, headers: IncomingHttpHeaders): Promise<Reply> {
    const text = Buffer.from(JSON.stringify(body))
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    const outgoing = send(target, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDB_20120810.${operation}`,
        'x-amz-date': String(headers['x-amz-date']),
        authorization: String(headers.authorization),
        'content-length': text.length,
      },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      json(response).then(
        (parsed) => resolve({ status: response.statusCode ?? 500, body: parsed as Body }),
        reject,
      )
    })
    outgoing.end(text)
    return promise
  }

  /** Describes each table once. */
  function loadShape(table: string, headers: IncomingHttpHeaders): Promise<TableShape> {
    const known = shapes.get(table)
    if (known) return known
    const described = forward('DescribeTable', { TableName: table }, headers).then(({ status, body }) => {
      if (status !== 200) throw new Error(`There is no table ${table}`)
      return shapeOf(body['Table'] as TableDescription)
    })
    shapes.set(table, described)
    described.catch(() => shapes.delete(table))
    return described
  }

  function isOverLimit(shape: TableShape, access: Access) {
    const { key } = placeOf(shape, access.key)
    if (access.kind === 'get') return reads.isEmpty(key)
    const rows = access.item
      ? indexRowsOf(shape, access.item)
      : lastStates.get(itemIdOf(shape, access.key))?.rows
    // DynamoDB throttles writes to a table when one of its indexes is over its limit.
    return writes.isEmpty(key) || (rows ?? []).some((row) => row && writes.isEmpty(row.place.key))
  }

  function chargeWrite(operation: string, place: Place, units: number) {
    writes.take(place.key, units)
    ledger.count(operation, place, { write: units, read: 0 })
  }

  function chargeRead(operation: string, place: Place, units: number) {
    reads.take(place.key, units)
    ledger.count(operation, place, { write: 0, read: units })
  }

  /** A stored write costs the units of the larger item: before the write, or after it. */
  function chargeStored(
    operation: string,
    shape: TableShape,
    access: Access,
    after: WireItem | null,
    factor = 1,
  ) {
    const id = itemIdOf(shape, access.key)
    const before = lastStates.get(id)
    const bytes = Math.max(before?.bytes ?? 0, after ? itemSize(after) : 0)
    chargeWrite(operation, placeOf(shape, access.key), writeUnits(bytes) * factor)
    // A condition check costs a write, but changes nothing.
    if (access.kind === 'check') return
    const rows = indexRowsOf(shape, after)
    rows.forEach((row, index) => chargeIndexRow(operation, before?.rows[index] ?? null, row))
    if (after) lastStates.set(id, { bytes: itemSize(after), rows })
    else lastStates.delete(id)
  }

  /** A row whose key changes is deleted and put again, which are two writes. */
  function chargeIndexRow(operation: string, before: IndexRow | null, after: IndexRow | null) {
    if (before?.values === after?.values) return
    // True also for a row that is only deleted.
    const hasMoved = before?.place.key !== after?.place.key || before?.sortKey !== after?.sortKey
    if (before && hasMoved) chargeWrite(operation, before.place, writeUnits(before.bytes))
    if (after) chargeWrite(operation, after.place, writeUnits(after.bytes))
  }

  /** A refused write costs the units of its item in the table, but none in the indexes. */
  function chargeRefused(operation: string, shape: TableShape, access: Access, factor = 1) {
    const bytes = access.item
      ? itemSize(access.item)
      : (lastStates.get(itemIdOf(shape, access.key))?.bytes ?? 0)
    chargeWrite(operation, placeOf(shape, access.key), writeUnits(bytes) * factor)
  }

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
    if (isQuery && (reads.isEmpty(place.key) || random() < faults.throttled)) return throttle(operation)
    const reply = await forward(operation, { ...body, ReturnConsumedCapacity: 'TOTAL' }, headers)
    const { CapacityUnits = 0 } = (reply.body['ConsumedCapacity'] ?? {}) as { CapacityUnits?: number }
    // A query without results costs half a unit. A scan reads all keys, so its units count for none of them.
    if (isQuery) chargeRead(operation, place, Math.max(0.5, CapacityUnits))
    else ledger.count(operation, place, { write: 0, read: CapacityUnits })
    return reply
  }

  /** The calls that read or write items. Other calls, such as CreateTable, are only forwarded. */
  const handlers: Record<string, Handler> = {
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

  async function respond(
    operation: string,
    body: Body,
    headers: IncomingHttpHeaders,
    response: ServerResponse,
  ) {
    ledger.countRequest(operation)
    const handler = handlers[operation]
    const reply = await (handler ?? forward)(operation, body, headers)
    // Calls without a handler have no faults.
    if (handler && random() < faults.lost) {
      response.destroy()
      return
    }
    if (handler && random() < faults.late) await sleep(faults.lateMs)
    const text = Buffer.from(JSON.stringify(reply.body))
    response.writeHead(reply.status, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': text.length,
    })
    response.end(text)
  }

  const server = createServer((request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? ''
    buffer(request)
      .then((bytes) => respond(operation, JSON.parse(bytes.toString()) as Body, request.headers, response))
      // When DynamoDB Local fails, the proxy closes the connection.
      .catch(() => response.destroy())
  })
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await listening

  return {
    endpoint: `http://127.0.0.1:${portOf(server)}`,
    ledger,
    /** May be changed while the proxy runs. */
    faults,
    async stop() {
      server.closeAllConnections()
      agent.destroy()
      await new Promise((onClosed) => {
        server.close(onClosed)
      })
    },
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
