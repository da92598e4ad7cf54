import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { beforeAll, beforeEach } from 'vitest'
import { addressStoreSuite } from '../../addresses/address-store.suite.ts'
import { createDynamoAddressStore } from './address-store.ts'
import { makeShopTables } from './shop-tables.fixture.ts'
import type { ShopTables } from './tables.ts'

let client: Dynamo
let shop: ShopTables

describeOnDynamoDbLocal('DynamoDB address store', () => {
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  })
  beforeEach(async () => {
    shop = await makeShopTables(client)
  })

  addressStoreSuite(() => createDynamoAddressStore(shop))
})
