import { randomUUID } from 'node:crypto'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { beforeAll, beforeEach } from 'vitest'
import { allOrdersSuite } from '../../purchases/desk/all-orders.suite.ts'
import { createDynamoAllOrders } from './all-orders.ts'
import { createMutex } from './mutex.ts'
import { createDynamoProductStore } from './product-store.ts'
import { createDynamoPurchaseStore } from './purchase-store.ts'
import { makeShopTables } from './shop-tables.fixture.ts'
import type { ShopTables } from './tables.ts'

let clock = new Date('2026-01-01T12:00:00Z')
const now = () => clock

let client: Dynamo
let shop: ShopTables

describeOnDynamoDbLocal('DynamoDB orders of all shoppers', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  }, 150_000)
  beforeEach(async () => {
    shop = await makeShopTables(client)
  })

  allOrdersSuite(
    (walkMax) => {
      const products = createDynamoProductStore({ ...shop, now, newId: randomUUID })
      const store = createDynamoPurchaseStore({
        ...shop,
        products,
        mutex: createMutex(),
        now,
        newId: randomUUID,
        mailWrites: () => [],
      })
      return { store, products, allOrders: createDynamoAllOrders(shop, walkMax) }
    },
    (at) => (clock = at),
  )
})
