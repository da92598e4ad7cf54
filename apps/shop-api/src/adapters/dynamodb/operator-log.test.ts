import { randomUUID } from 'node:crypto'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { transact } from '@nashta/dynamodb/transact'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { operatorLogSuite } from '../../operator-log/operator-log.suite.ts'
import { createDynamoOperatorLog, logWrites } from './operator-log.ts'
import { makeShopTables } from './shop-tables.fixture.ts'
import type { ShopTables } from './tables.ts'

let client: Dynamo
let shop: ShopTables

const open = () => createDynamoOperatorLog({ ...shop, newId: randomUUID })

describeOnDynamoDbLocal('DynamoDB operator log', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  })
  beforeEach(async () => {
    shop = await makeShopTables(client)
  })

  operatorLogSuite(open)

  it('a log entry is never replaced', async () => {
    const entry = {
      by: { sub: 's', username: 'u', email: null },
      at: '2026-02-01T10:00:00.000Z',
      kind: 'shop',
      subject: 'shop',
      action: 'update',
      changes: {},
    } as const
    const writes = logWrites(shop.tables.purchases, entry, 'shop-1')
    await transact(client, writes)
    await expect(transact(client, writes)).rejects.toThrow('refused by log')
    expect(await open().list({}, { limit: 2 })).toHaveLength(1)
  })
})
