import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { expect, it, vi } from 'vitest'
import { makeShopTables } from '../shop-tables.fixture.ts'
import { createStockChangeLog, readStockChanges } from './stock-changes.ts'

/** Longer than the log waits between two writes. */
const SLOW_WRITE_MS = 700

describeOnDynamoDbLocal('the log of stock changes', () => {
  it('writes changes again whose first write took long and failed', async () => {
    const client = await connectDynamoDbLocal()
    const shop = await makeShopTables(client)
    let failures = 0
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          if (commandName !== 'PutItemCommand' && commandName !== 'PutCommand') return next(args)
          if (failures > 0) return next(args)
          failures += 1
          await sleep(SLOW_WRITE_MS)
          throw new Error('DynamoDB cannot be reached')
        },
      { step: 'initialize' },
    )
    const changes = createStockChangeLog({ ...shop, now: () => new Date(), newId: randomUUID })
    const change = { productsId: 'laddoo', shard: 0, units: 7, version: 1 }
    changes.publish([change])

    await vi.waitFor(async () => expect(await readStockChanges(shop, new Date(0))).toEqual([change]), {
      timeout: 10_000,
      interval: 100,
    })
    expect(failures).toBe(1)
    await changes.close()
  })
})
