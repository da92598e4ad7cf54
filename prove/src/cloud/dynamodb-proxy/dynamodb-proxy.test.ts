import { createDynamoClient, type Dynamo } from '@nashta/dynamodb/create-client'
import { createTables } from '@nashta/dynamodb/create-tables'
import { describeOnDynamoDbLocal, newTableName } from '@nashta/dynamodb/dynamodb-local.fixture'
import { queryItems, readItem, readItems } from '@nashta/dynamodb/read-items'
import { startDynamoDbLocal } from '@nashta/dynamodb/start-dynamodb-local.fixture'
import { transact } from '@nashta/dynamodb/transact'
import { putItem, updateItem, writeItems } from '@nashta/dynamodb/write-item'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type DynamoProxy, startDynamoProxy } from './dynamodb-proxy.ts'

let local: Awaited<ReturnType<typeof startDynamoDbLocal>>
let table: string
let time: number
const stops: (() => unknown)[] = []

async function connect({ limitFactor = 1 } = {}): Promise<{ client: Dynamo; proxy: DynamoProxy }> {
  // A fault happens when the random number is below its share. Every fifth number is low.
  let drawn = 0
  const random = () => ((drawn += 1) % 5 === 0 ? 0.1 : 0.9)
  const proxy = await startDynamoProxy({ target: local.endpoint, limitFactor, random, now: () => time })
  const client = createDynamoClient({ region: 'us-east-2', endpoint: proxy.endpoint, environment: {} })
  stops.push(() => proxy.stop())
  await createTables(client, [
    {
      name: table,
      key: { hash: 'pk', range: 'sk' },
      indexes: [{ name: 'byDue', key: { hash: 'queue', range: 'due' }, include: ['note'] }],
    },
  ])
  proxy.ledger.reset()
  return { client, proxy }
}

const key = (pk: string) => ({ pk, sk: 'x' })
const put = (pk: string, fields = {}) => ({
  name: pk,
  write: { Put: { TableName: table, Item: { ...key(pk), ...fields } } },
})
/** Units by partition key, without the name of the table: ` a`, or `/byDue q` for the index. */
const unitsOf = ({ ledger }: DynamoProxy) =>
  Object.fromEntries(
    ledger.keys().map(({ key: name, write, read }) => [name.slice(table.length), { write, read }]),
  )

describeOnDynamoDbLocal('the proxy in front of DynamoDB Local', () => {
  beforeAll(async () => {
    local = await startDynamoDbLocal({ sharedDb: true })
  }, 150_000)
  afterAll(async () => {
    for (const stop of stops) await stop()
    local.stop()
  })
  beforeEach(() => {
    table = newTableName('proxy')
    time = 0
  })

  it('counts one unit for each kilobyte of a write, and two in a transaction', async () => {
    const { client, proxy } = await connect()
    await putItem(client, table, { ...key('small') })
    await putItem(client, table, { ...key('large'), text: 'x'.repeat(3000) })
    await transact(client, [put('a'), put('b', { text: 'x'.repeat(1500) })])

    expect(unitsOf(proxy)).toEqual({
      ' small': { write: 1, read: 0 },
      ' large': { write: 3, read: 0 },
      ' a': { write: 2, read: 0 },
      ' b': { write: 4, read: 0 },
    })
  })

  it('counts units by kind of item, which is the first word of each key', async () => {
    const { client, proxy } = await connect()
    for (const number of [1, 2])
      await putItem(client, table, { pk: `user#${number}`, sk: `order#${number}`, queue: 'open#1', due: '1' })
    await putItem(client, table, { pk: 'order-term#word:as#1', sk: '01J' })
    const kinds = proxy.ledger.kinds().map(({ kind, write }) => [kind.slice(table.length), write])
    expect(kinds).toEqual([
      [' user order', 2],
      ['/byDue open', 2],
      [' order-term', 1],
    ])
  })

  it('counts the write of a smaller item by the item that it replaces', async () => {
    const { client, proxy } = await connect()
    await putItem(client, table, { ...key('a'), text: 'x'.repeat(3000) })
    await putItem(client, table, key('a'))
    expect(unitsOf(proxy)[' a']).toEqual({ write: 6, read: 0 })
  })

  it('counts a unit for four kilobytes of a consistent read, half of it in a query', async () => {
    const { client, proxy } = await connect()
    await putItem(client, table, { ...key('a'), text: 'x'.repeat(5000) })
    proxy.ledger.reset()
    await readItem(client, table, key('a'))
    await readItems(client, [{ table, key: key('a') }])
    await queryItems(client, {
      TableName: table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'a' },
    })
    // Five kilobytes cost two units in each of the two consistent reads, and one unit in the query.
    expect(unitsOf(proxy)).toEqual({ ' a': { write: 0, read: 5 } })
  })

  it('counts a unit for a new, changed or removed index row, and two for a moved one', async () => {
    const { client, proxy } = await connect()
    const indexUnits = () => unitsOf(proxy)['/byDue q']?.write
    const update = (UpdateExpression: string, ExpressionAttributeValues?: object) =>
      updateItem(client, {
        TableName: table,
        Key: key('a'),
        UpdateExpression,
        ...(ExpressionAttributeValues && { ExpressionAttributeValues: { ...ExpressionAttributeValues } }),
      })
    await putItem(client, table, { ...key('a'), queue: 'q', due: '1' })
    expect(indexUnits()).toBe(1)
    await update('SET note = :n', { ':n': 'n' })
    expect(indexUnits()).toBe(2)
    await update('SET unindexed = :n', { ':n': 'n' })
    expect(indexUnits()).toBe(2)
    await update('SET due = :d', { ':d': '2' })
    expect(indexUnits()).toBe(4)
    await update('REMOVE queue, due')
    expect(indexUnits()).toBe(5)
  })

  it('throttles a key whose tokens are used up, and no other key, until a second has passed', async () => {
    // Ten write units a second for each key. A write in a transaction takes two.
    const { client, proxy } = await connect({ limitFactor: 0.01 })
    const write = (pk: string) => transact(client, [put(pk)]).then(() => pk)
    for (let count = 0; count < 5; count += 1) await write('hot')
    expect(proxy.ledger.calls()).toMatchObject([{ call: 'TransactWriteItems', throttled: 0 }])
    const throttledWrite = write('hot')
    await write('cold')
    await expect
      .poll(() => proxy.ledger.calls().find(({ call }) => call === 'TransactWriteItems')?.throttled)
      .toBeGreaterThan(0)
    time += 1000
    expect(await throttledWrite).toBe('hot')
  })

  it('leaves items of a batch unprocessed, and the client sends them again', async () => {
    const { client, proxy } = await connect()
    proxy.faults.unprocessed = 0.4
    const pks = Array.from({ length: 40 }, (_, index) => `p${index}`)
    await writeItems(
      client,
      table,
      pks.map((pk) => ({ put: key(pk) })),
    )
    const found = await readItems(
      client,
      pks.map((pk) => ({ table, key: key(pk) })),
    )
    expect(found.get(table)).toHaveLength(40)
    // A batch has at most 25 items, so without unprocessed items there are two batches.
    expect(proxy.ledger.calls().find(({ call }) => call === 'BatchWriteItem')?.requests).toBeGreaterThan(2)
  })

  it('refuses a transaction or a write to an item that a transaction has locked', async () => {
    const { client, proxy } = await connect()
    await Promise.all([
      transact(client, [put('a')]),
      transact(client, [put('a')]),
      transact(client, [put('b')]),
    ])
    const sent = proxy.ledger.calls().find(({ call }) => call === 'TransactWriteItems')
    // One of the two transactions on the same item was refused and sent again.
    expect(sent?.requests).toBeGreaterThan(3)

    // The plain write is refused while the transaction locks the item, and is then sent again.
    await Promise.all([
      transact(client, [put('c')]),
      new Promise(setImmediate).then(() => putItem(client, table, key('c'))),
    ])
    expect(proxy.ledger.calls().find(({ call }) => call === 'PutItem')?.requests).toBeGreaterThan(1)
  })

  it('refuses an item above 400 kB', async () => {
    const { client } = await connect()
    const large = { ...key('a'), text: 'x'.repeat(401 * 1024) }
    await expect(putItem(client, table, large)).rejects.toMatchObject({ name: 'ValidationException' })
    await expect(transact(client, [put('a', large)])).rejects.toMatchObject({ name: 'ValidationException' })
  })

  it('loses the response of a transaction, and the repeated transaction is not applied again', async () => {
    const { client, proxy } = await connect()
    proxy.faults.lost = 1
    const written = transact(client, [
      {
        name: 'count',
        write: {
          Update: {
            TableName: table,
            Key: key('count'),
            UpdateExpression: 'ADD counted :one',
            ExpressionAttributeValues: { ':one': 1 },
          },
        },
      },
    ])
    await expect.poll(() => proxy.ledger.calls()[0]?.requests).toBeGreaterThan(0)
    proxy.faults.lost = 0
    await written
    expect(await readItem(client, table, key('count'))).toMatchObject({ counted: 1 })
  })

  it('names the key that allows the fewest operations a second, and their number', async () => {
    const { client, proxy } = await connect()
    const pks = ['own-1', 'own-2', 'own-3', 'own-4']
    for (const pk of pks) await transact(client, [put('shared'), put(pk)])
    expect(proxy.ledger.hottest(pks.length)).toMatchObject({
      key: `${table} shared`,
      write: 2,
      highestRate: 500,
    })
  })
})
