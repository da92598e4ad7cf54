import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Dynamo } from './create-client.ts'
import { createTables } from './create-tables.ts'
import { connectDynamoDbLocal, describeOnDynamoDbLocal, newTableName } from './dynamodb-local.fixture.ts'
import { withLease } from './lease.ts'
import { queryItems, readItem, readItems } from './read-items.ts'
import { retryConflicts } from './retry-conflicts.ts'
import { type TransactItem, transact } from './transact.ts'
import { writeItems } from './write-item.ts'

let client: Dynamo
let table: string

const definition = (name: string) => ({
  name,
  key: { hash: 'pk', range: 'sk' },
  indexes: [{ name: 'byDue', key: { hash: 'queue', range: 'due' }, include: ['note'] }],
  expiresAt: 'expiresAt',
})
const key = (pk: string) => ({ pk, sk: 'x' })
const fresh = (pk: string, fields = {}): TransactItem => ({
  name: pk,
  write: {
    Put: {
      TableName: table,
      Item: { ...key(pk), ...fields },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
})
const isThere = async (pk: string) => (await readItem(client, table, key(pk))) !== null

describeOnDynamoDbLocal('DynamoDB', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  }, 150_000)
  beforeEach(async () => {
    table = newTableName('things')
    await createTables(client, [definition(table)])
  })

  it('makes the tables that are missing, and says which', async () => {
    const other = newTableName('things')
    const both = [definition(table), definition(other)]
    expect(await createTables(client, both)).toEqual([other])
    expect(await createTables(client, both)).toEqual([])
  })

  it('writes all or nothing, and names what refused', async () => {
    await transact(client, [fresh('a')])
    await expect(transact(client, [fresh('b'), fresh('a')])).rejects.toMatchObject({
      name: 'TransactionRefused',
      refused: new Set(['a']),
    })
    expect(await isThere('b')).toBe(false)
  })

  it('leaves out what is optional and refused, and writes the rest', async () => {
    await transact(client, [fresh('a', { note: 'first' })])
    await transact(client, [fresh('b'), { ...fresh('a', { note: 'second' }), optional: true }])

    expect(await isThere('b')).toBe(true)
    expect(await readItem(client, table, key('a'))).toMatchObject({ note: 'first' })
  })

  it('many who count at once lose nothing', async () => {
    const increment = () =>
      retryConflicts(async () => {
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

  it('reads and writes more than fits into one request', async () => {
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
    const query = {
      TableName: table,
      IndexName: 'byDue',
      KeyConditionExpression: 'queue = :all',
      ExpressionAttributeValues: { ':all': 'all' },
      Limit: 50,
    }
    expect(await queryItems(client, query)).toHaveLength(130)
    expect(await queryItems(client, query, { most: 60 })).toHaveLength(60)
  })

  it('one holds a lease at a time, until it is done or has died', async () => {
    const clock = { now: new Date('2026-01-01T00:00:00Z') }
    const lease = (holder: string) => ({
      table,
      key: key('lease'),
      holder,
      now: () => clock.now,
      lastsMs: 1000,
    })
    const did: string[] = []
    const run = (holder: string, work = async () => {}) =>
      withLease(client, lease(holder), async () => {
        did.push(holder)
        await work()
      })
    const { promise: end, resolve: endSecond } = Promise.withResolvers<void>()
    let second = Promise.resolve(false)

    await run('first', async () => {
      expect(await run('early')).toBe(false)
      clock.now = new Date(clock.now.getTime() + 1000)
      const { promise: begun, resolve } = Promise.withResolvers<void>()
      second = run('second', async () => {
        resolve()
        await end
      })
      await begun
    })
    // The first has lost it to the second, and takes nothing away from it by being done at last.
    expect(await run('late')).toBe(false)
    endSecond()
    await second
    await run('third')
    expect(did).toEqual(['first', 'second', 'third'])
  })
})
