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
import { createLedger, type Place, READS_PER_KEY, WRITES_PER_KEY } from './ledger.ts'
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
/** The service locks the items of a transaction for about this long. */
const LOCK_MS = 10

export type ProxyOptions = {
  /** The URL of DynamoDB Local. */
  target: string
  /** Multiplies the service's limits of a partition key, so that a small machine can reach them. */
  limitFactor?: number
  random?: () => number
  now?: () => number
}

/** Shares of the requests, from 0 to 1, except `lateMs`. */
type Faults = {
  /** DynamoDB acts, and its response never arrives. */
  lost: number
  /** The response arrives `lateMs` later. */
  late: number
  lateMs: number
  /** The share of a batch's items that is returned as unprocessed. */
  unprocessed: number
  /**
   * The request is refused as throttled, however full the buckets are. Batches have `unprocessed` instead. Scans and
   * transactions of reads are never refused.
   */
  throttled: number
}

const NO_FAULTS: Faults = { lost: 0, late: 0, lateMs: 0, unprocessed: 0, throttled: 0 }

type Reply = { status: number; body: Body }
type ItemState = { bytes: number; rows: readonly (IndexRow | null)[] }

export type DynamoProxy = Awaited<ReturnType<typeof startDynamoProxy>>

/**
 * Stands before DynamoDB Local and adds what it lacks of the service: limits by partition key, conflicts of
 * transactions, batches that are processed in part, and lost responses. Counts the units of every request by rule,
 * because DynamoDB Local counts those of transactions wrongly.
 */
export async function startDynamoProxy(options: ProxyOptions) {
  const { target, limitFactor = 1, random = Math.random, now = () => performance.now() } = options
  const ledger = createLedger()
  const faults = { ...NO_FAULTS }
  const writes = createTokenBuckets(WRITES_PER_KEY * limitFactor, now)
  const reads = createTokenBuckets(READS_PER_KEY * limitFactor, now)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const shapes = new Map<string, Promise<TableShape>>()
  /** The last known state of each item, by its id. */
  const lastStates = new Map<string, ItemState>()
  /** The ids of the items that a transaction has locked. */
  const locked = new Set<string>()

  async function forward(operation: string, body: Body, headers: IncomingHttpHeaders): Promise<Reply> {
    const text = Buffer.from(JSON.stringify(body))
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    const sent = send(target, {
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
    sent.on('error', reject)
    sent.on('response', (response) => {
      json(response).then(
        (parsed) => resolve({ status: response.statusCode ?? 500, body: parsed as Body }),
        reject,
      )
    })
    sent.end(text)
    return promise
  }

  function shapeFor(table: string, headers: IncomingHttpHeaders): Promise<TableShape> {
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

  function isThrottled(shape: TableShape, access: Access) {
    const { key } = placeOf(shape, access.key)
    if (access.kind === 'get') return reads.isEmpty(key)
    const rows = access.item
      ? indexRowsOf(shape, access.item)
      : lastStates.get(itemIdOf(shape, access.key))?.rows
    // Writes to a table are throttled when one of its indexes is over its limit.
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

  /** A write costs what the larger of the items before and after it takes. */
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

  /** A row whose key changes is deleted and put again: two writes. */
  function chargeIndexRow(operation: string, before: IndexRow | null, after: IndexRow | null) {
    if (before?.values === after?.values) return
    const hasMoved = before?.place.key !== after?.place.key || before?.position !== after?.position
    if (before && hasMoved) chargeWrite(operation, before.place, writeUnits(before.bytes))
    if (after) chargeWrite(operation, after.place, writeUnits(after.bytes))
  }

  /** A refused write costs what it would have cost. */
  function chargeRefused(operation: string, shape: TableShape, access: Access, factor = 1) {
    const bytes = access.item
      ? itemSize(access.item)
      : (lastStates.get(itemIdOf(shape, access.key))?.bytes ?? 0)
    chargeWrite(operation, placeOf(shape, access.key), writeUnits(bytes) * factor)
  }

  function throttle(operation: string): Reply {
    ledger.countThrottled(operation)
    return refusal(
      'ProvisionedThroughputExceededException',
      'The level of throughput for the table was exceeded.',
    )
  }

  async function single(operation: string, body: Body, headers: IncomingHttpHeaders): Promise<Reply> {
    const access = singleAccess(operation, body)
    const shape = await shapeFor(access.table, headers)
    if (isThrottled(shape, access) || random() < faults.throttled) return throttle(operation)
    if (access.kind === 'get') {
      const reply = await forward(operation, body, headers)
      const item = reply.body['Item'] as WireItem | undefined
      const units = readUnits(item ? itemSize(item) : 0, body['ConsistentRead'] === true)
      chargeRead(operation, placeOf(shape, access.key), units)
      return reply
    }
    if (locked.has(itemIdOf(shape, access.key))) {
      return refusal('TransactionConflictException', 'Transaction is ongoing for the item')
    }
    if (isTooLarge(access)) return tooLarge()
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
        shape: await shapeFor(access.table, headers),
      })),
    )
    const ids = accesses.map(({ access, shape }) => itemIdOf(shape, access.key))
    const isFault = random() < faults.throttled
    const throttled = accesses.map(({ access, shape }) => isFault || isThrottled(shape, access))
    if (throttled.includes(true)) {
      ledger.countThrottled(operation)
      return cancelled(throttled.map((is) => (is ? 'ThrottlingError' : 'None')))
    }
    if (ids.some((id) => locked.has(id))) {
      return cancelled(ids.map((id) => (locked.has(id) ? 'TransactionConflict' : 'None')))
    }
    if (accesses.some(({ access }) => isTooLarge(access))) return tooLarge()

    for (const id of ids) locked.add(id)
    const minimumLockTime = sleep(LOCK_MS)
    try {
      const reply = await forward(operation, body, headers)
      for (const { access, shape } of accesses) {
        if (reply.status !== 200) chargeRefused(operation, shape, access, TRANSACTION_FACTOR)
        else {
          const after = await itemAfter(access, shape, headers)
          chargeStored(operation, shape, access, after, TRANSACTION_FACTOR)
        }
      }
      return reply
    } finally {
      void minimumLockTime.then(() => ids.forEach((id) => locked.delete(id)))
    }
  }

  /** The stored item after an update or a condition check is read, because the request does not contain all of it. */
  async function itemAfter(access: Access, shape: TableShape, headers: IncomingHttpHeaders) {
    if (access.kind !== 'update' && access.kind !== 'check') return access.item ?? null
    const Key = Object.fromEntries(keyNamesOf(shape).map((name) => [name, access.key[name]]))
    const { body } = await forward('GetItem', { TableName: shape.name, Key, ConsistentRead: true }, headers)
    return (body['Item'] as WireItem | undefined) ?? null
  }

  async function transactGet(operation: string, body: Body, headers: IncomingHttpHeaders): Promise<Reply> {
    const reply = await forward(operation, body, headers)
    const found = (reply.body['Responses'] ?? []) as { Item?: WireItem }[]
    for (const [index, access] of transactAccesses(body).entries()) {
      const shape = await shapeFor(access.table, headers)
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
      const shape = await shapeFor(table, headers)
      for (const request of requests) {
        const access = batchWriteAccess(table, request)
        if (isTooLarge(access)) return tooLarge()
        const isLeftOut = random() < faults.unprocessed || isThrottled(shape, access)
        const list = isLeftOut ? unprocessed : processed
        list[table] = [...(list[table] ?? []), request]
        if (!isLeftOut) accesses.push({ access, shape })
      }
    }
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
      const shape = await shapeFor(table, headers)
      const isLeftOut = (key: WireItem) =>
        random() < faults.unprocessed || isThrottled(shape, { table, kind: 'get', key })
      const leftOut = new Set(Keys.filter(isLeftOut))
      const others = Keys.filter((key) => !leftOut.has(key))
      if (leftOut.size > 0) unprocessed[table] = { ...rest, Keys: [...leftOut] }
      if (others.length > 0) processed[table] = { ...rest, Keys: others }
    }
    if (Object.keys(processed).length === 0) return throttle(operation)
    const reply = await forward(operation, { ...body, RequestItems: processed }, headers)
    if (reply.status !== 200) return reply
    const found = reply.body['Responses'] as Record<string, WireItem[]>
    for (const [table, { Keys, ConsistentRead = false }] of Object.entries(processed)) {
      const shape = await shapeFor(table, headers)
      const items = new Map((found[table] ?? []).map((item) => [itemIdOf(shape, item), item]))
      for (const key of Keys) {
        const item = items.get(itemIdOf(shape, key))
        chargeRead(operation, placeOf(shape, key), readUnits(item ? itemSize(item) : 0, ConsistentRead))
      }
    }
    return { ...reply, body: { ...reply.body, UnprocessedKeys: unprocessed } }
  }

  /** DynamoDB Local counts the units of queries and scans as the service does. */
  async function query(operation: string, body: Body, headers: IncomingHttpHeaders): Promise<Reply> {
    const shape = await shapeFor(String(body['TableName']), headers)
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

  /** The calls that read or write items. Others, such as CreateTable, are only forwarded. */
  const handlers: Record<string, typeof single> = {
    GetItem: single,
    PutItem: single,
    UpdateItem: single,
    DeleteItem: single,
    TransactWriteItems: transactWrite,
    TransactGetItems: transactGet,
    BatchWriteItem: batchWrite,
    BatchGetItem: batchGet,
    Query: query,
    Scan: query,
  }

  async function respond(
    operation: string,
    body: Body,
    headers: IncomingHttpHeaders,
    response: ServerResponse,
  ) {
    ledger.countRequest(operation)
    const dataHandler = handlers[operation]
    const reply = await (dataHandler ?? forward)(operation, body, headers)
    // Calls about tables have no faults.
    if (dataHandler && random() < faults.lost) {
      response.destroy()
      return
    }
    if (dataHandler && random() < faults.late) await sleep(faults.lateMs)
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
      await new Promise((closed) => {
        server.close(closed)
      })
    },
  }
}

function isTooLarge({ item }: Access) {
  return item !== undefined && itemSize(item) > ITEM_BYTES_MAX
}

function tooLarge() {
  return refusal('ValidationException', 'Item size has exceeded the maximum allowed size')
}

function refusal(type: string, message: string, more: Body = {}): Reply {
  return { status: 400, body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message, ...more } }
}

function cancelled(codes: readonly string[]): Reply {
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`
  const CancellationReasons = codes.map((Code) => ({ Code }))
  return refusal('TransactionCanceledException', message, { Message: message, CancellationReasons })
}
