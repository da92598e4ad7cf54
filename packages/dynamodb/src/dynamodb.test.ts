import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Dynamo } from './create-client.ts'
import { createTables } from './create-tables.ts'
import { connectDynamoDbLocal, describeOnDynamoDbLocal, newTableName } from './dynamodb-local.fixture.ts'
import { withLease } from './lease.ts'
import { queryItems, readItem, readItems } from './read-items.ts'
import { retryWhenRefused, type TransactItem, transact } from './transact.ts'
import { writeItems } from './write-item.ts'

/** Longer than the fixture waits for DynamoDB Local to start. */
const START_TIMEOUT_MS = 150_000

let client: Dynamo
let table: string

const definition = (name: string) => ({
  name,
  key: { hash: 'pk', range: 'sk' },
  indexes: [{ name: 'byDue', key: { hash: 'queue', range: 'due' }, include: ['note'] }],
  expiryAttribute: 'expiresAt',
})
const key = (pk: string) => ({ pk, sk: 'x' })
const newItem = (pk: string, fields = {}): TransactItem => ({
  name: pk,
  write: {
    Put: {
      TableName: table,
      Item: { ...key(pk), ...fields },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
})
const exists = async (pk: string) => (await readItem(client, table, key(pk))) !== null

describeOnDynamoDbLocal('DynamoDB', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  }, START_TIMEOUT_MS)
  beforeEach(async () => {
    table = newTableName('things')
    await createTables(client, [definition(table)])
  })

  it('the trace of a request has only its operation and table as attributes, and no key', async () => {
    const seen: unknown[] = []
    const record = (message: unknown) => void seen.push(message)
    subscribe('tracing:nashta.storage:asyncEnd', record)
    await readItem(client, table, { pk: 'asha', sk: 'cart' })
    unsubscribe('tracing:nashta.storage:asyncEnd', record)
    expect(seen).toEqual([
      expect.objectContaining({
        name: 'GetItemCommand',
        attributes: {
          'db.system.name': 'aws.dynamodb',
          'db.operation.name': 'GetItemCommand',
          'db.collection.name': table,
        },
      }),
    ])
  })

  it('missing tables are created, protected from deletion, and their names returned', async () => {
    const other = newTableName('things')
    const both = [definition(table), definition(other)]
    expect(await createTables(client, both)).toEqual([other])
    const { Table } = await client.send(new DescribeTableCommand({ TableName: other }))
    expect(Table?.DeletionProtectionEnabled).toBe(true)
    expect(await createTables(client, both)).toEqual([])
  })

  it('a transaction writes all or nothing, and its error names the refused items', async () => {
    await transact(client, [newItem('a')])
    await expect(transact(client, [newItem('b'), newItem('a')])).rejects.toMatchObject({
      name: 'TransactionRefused',
      refused: new Set(['a']),
    })
    expect(await exists('b')).toBe(false)
  })

  it('an optional item whose condition does not hold is left out of the transaction', async () => {
    await transact(client, [newItem('a', { note: 'first' })])
    await transact(client, [newItem('b'), { ...newItem('a', { note: 'second' }), optional: true }])

    expect(await exists('b')).toBe(true)
    expect(await readItem(client, table, key('a'))).toMatchObject({ note: 'first' })
  })

  it('no increment is lost when several writers count at once', async () => {
    const increment = () =>
      retryWhenRefused(async () => {
        const count = Number((await readItem(client, table, key('count')))?.['count'] ?? 0)
        const Item = { ...key('count'), count: count + 1 }
        await transact(client, [
          {
            name: 'count',
            write: {
              Put: {
                TableName: table,
                Item,
                ConditionExpression: 'attribute_not_exists(pk) OR #count = :count',
                ExpressionAttributeNames: { '#count': 'count' },
                ExpressionAttributeValues: { ':count': count },
              },
            },
          },
        ])
      })
    await Promise.all(Array.from({ length: 8 }, increment))
    expect(await readItem(client, table, key('count'))).toMatchObject({ count: 8 })
  })

  it('more items than fit into one request are written and read', async () => {
    // One request writes at most 25 items and reads at most 100.
    const names = Array.from({ length: 130 }, (_, index) => `p${index}`)
    await writeItems(
      client,
      table,
      names.map((pk) => ({ put: { ...key(pk), queue: 'all', due: pk } })),
    )
    const found = await readItems(
      client,
      [...names, 'nope'].map((pk) => ({ table, key: key(pk) })),
    )
    expect(found.get(table)).toHaveLength(130)
    // `Limit` is the size of a page. A query reads all pages up to `maxItems`.
    const query = {
      TableName: table,
      IndexName: 'byDue',
      KeyConditionExpression: 'queue = :all',
      ExpressionAttributeValues: { ':all': 'all' },
      Limit: 50,
    }
    expect(await queryItems(client, query)).toHaveLength(130)
    expect(await queryItems(client, query, { maxItems: 60 })).toHaveLength(60)
  })

  it('a lease has one holder at a time, until it is released or expires', async () => {
    const clock = { now: new Date('2026-01-01T00:00:00Z') }
    const lease = (holder: string) => ({
      table,
      key: key('lease'),
      holder,
      now: () => clock.now,
      durationMs: 1000,
    })
    const holders: string[] = []
    const run = (holder: string, work = async () => {}) =>
      withLease(client, lease(holder), async () => {
        holders.push(holder)
        await work()
      })
    const { promise: secondMayEnd, resolve: endSecond } = Promise.withResolvers<void>()
    let secondRun = Promise.resolve(false)

    await run('first', async () => {
      expect(await run('early')).toBe(false)
      // The lease of the first holder expires while its work still runs.
      clock.now = new Date(clock.now.getTime() + 1000)
      const { promise: secondBegan, resolve: reportBegin } = Promise.withResolvers<void>()
      secondRun = run('second', async () => {
        reportBegin()
        await secondMayEnd
      })
      await secondBegan
    })
    // The first holder has ended, but it could not release the lease of the second.
    expect(await run('late')).toBe(false)
    endSecond()
    await secondRun
    await run('third')
    expect(holders).toEqual(['first', 'second', 'third'])
  })

  it('a lease is renewed while the work lasts, its loss aborts the signal, and its fence grows with each holder', async () => {
    const clock = { now: new Date('2026-01-01T00:00:00Z') }
    const lease = (holder: string) => ({
      table,
      key: key('renewed'),
      holder,
      now: () => clock.now,
      durationMs: 30,
    })
    const fences: number[] = []
    await withLease(client, lease('first'), async ({ fence, signal }) => {
      fences.push(fence)
      const heldUntil = async () => (await readItem(client, table, key('renewed')))?.['heldUntil']
      clock.now = new Date(clock.now.getTime() + 20)
      // The renewed lease lasts for 30 ms from now.
      await expect.poll(heldUntil).toBe('2026-01-01T00:00:00.050Z')
      // The lease expires, so another holder gets it.
      clock.now = new Date(clock.now.getTime() + 1000)
      await withLease(client, lease('second'), async (held) => void fences.push(held.fence))
      await expect.poll(() => signal.aborted).toBe(true)
    })
    await withLease(client, lease('first'), async ({ fence }) => void fences.push(fence))
    expect(fences).toEqual([1, 2, 3])
  })

  it('a lease is lost when no renewal succeeds before it ends', async () => {
    const clock = { now: new Date('2026-01-01T00:00:00Z') }
    const lease = { table, key: key('unreachable'), holder: 'first', now: () => clock.now, durationMs: 30 }
    const flaky = await connectDynamoDbLocal()
    let isDown = false
    let failures = 0
    flaky.middlewareStack.add(
      (next) => async (args) => {
        if (!isDown) return next(args)
        failures += 1
        throw new Error('DynamoDB is down')
      },
      { step: 'initialize' },
    )
    await withLease(flaky, lease, async ({ signal }) => {
      isDown = true
      clock.now = new Date(clock.now.getTime() + 29)
      await expect.poll(() => failures).toBeGreaterThan(1)
      expect(signal.aborted).toBe(false)
      clock.now = new Date(clock.now.getTime() + 1)
      await expect.poll(() => signal.aborted).toBe(true)
      isDown = false
    })
  })
})
